#!/usr/bin/env node
import { runHere } from './run-here.ts';

const code = await runHere(process.argv.slice(2));
// Connections that are kept open need not be waited for.
process.exit(code);

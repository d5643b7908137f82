#!/usr/bin/env node
// Runs the command on the package's own Node.js, whatever version the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const node = existsSync(own) ? own : process.execPath;
const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);

import { CommanderError } from 'commander';
import { lineOf } from '../error-line.ts';
import { createProgram } from './commands.ts';

const USAGE_ERROR = 2;

createProgram()
  .parseAsync()
  .catch((error: Error) => {
    // Commander has already said what is wrong with the usage.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : USAGE_ERROR);
    process.stderr.write(`${lineOf(error)}\n`);
    process.exit(1);
  });

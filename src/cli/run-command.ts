import { CommanderError } from 'commander';
import { lineOf } from '../error-line.ts';
import { createProgram } from './commands.ts';

const USAGE_ERROR = 2;

/** Runs one command. Returns its exit code: 1 for an error, which it prints on stderr, 2 for wrong usage. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    process.stderr.write(`${lineOf(error)}\n`);
    return 1;
  }
}

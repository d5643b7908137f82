import { CommanderError } from 'commander';
import { lineOf } from '../error-line.ts';
import { createProgram } from './commands.ts';

const USAGE_ERROR = 2;

/** Runs one command to its end. Returns its exit code: 1 for an error, which it says on stderr, 2 for wrong usage. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already said what is wrong with the usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    process.stderr.write(`${lineOf(error)}\n`);
    return 1;
  }
}

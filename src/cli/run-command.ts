import { runHere } from 'provender-client/command';
import { terminalText } from 'provender-client/terminal';
import { UnfinishedWork } from './left-over.ts';
import { workbenchArguments } from './workbench.ts';

const USAGE_ERROR = 2;
const DID_LESS = 3;

/**
 * Runs one command. Returns its exit code: 1 for an error, 2 for wrong usage, 3 for work left undone; stderr
 * names the reason.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const workbench = workbenchArguments(args);
  if (workbench) return runHere(workbench);
  // Imports take most of the time of a command, so each command imports only the modules that it needs.
  const { CommanderError } = await import('commander');
  const { createProgram } = await import('./commands.ts');
  const { errorLine: lineOf } = await import('../error-line.ts');
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    if (error instanceof UnfinishedWork) {
      process.stderr.write(
        error.message
          .split('\n')
          .map((line) => `${terminalText(line)}\n`)
          .join(''),
      );
      return DID_LESS;
    }
    process.stderr.write(`${terminalText(lineOf(error))}\n`);
    return 1;
  }
}

import { runCommand } from '../../../src/cli/run-command.ts';
import type { Ended } from './process.ts';

/**
 * Runs the commands that arrive, in sequence, as if each had its own process, and sends back their results.
 */
let turn = Promise.resolve();
process.on('message', (args: string[]) => {
  turn = turn.then(async () => void process.send!(await run(args)));
});
process.once('disconnect', () => process.exit());

async function run(args: string[]): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  process.stdout.write = (text: string | Uint8Array) => Boolean((said.stdout += String(text)));
  process.stderr.write = (text: string | Uint8Array) => Boolean((said.stderr += String(text)));
  return { code: await runCommand(args), signal: null, ...said };
}

import { runCommand } from '../../../src/cli/run-command.ts';
import type { Result } from './process.ts';

/** Runs commands in sequence, as if each had its own process, and prints their results as JSON. */
async function runCommands(commands: string[][]): Promise<void> {
  const print = process.stdout.write.bind(process.stdout);
  const results: Result[] = [];
  for (const args of commands) {
    const said = { stdout: '', stderr: '' };
    process.stdout.write = (text: string | Uint8Array) => Boolean((said.stdout += String(text)));
    process.stderr.write = (text: string | Uint8Array) => Boolean((said.stderr += String(text)));
    results.push({ code: await runCommand(args), signal: null, ...said });
  }
  print(JSON.stringify(results));
}

await runCommands(JSON.parse(process.argv[2]!) as string[][]);

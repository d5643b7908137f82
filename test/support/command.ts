import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { TestService } from './service.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** What --json printed; undefined when it printed nothing. */
  // oxlint-disable-next-line typescript/no-explicit-any -- records of every shape
  json: any;
}

/** Runs a command of the command line, with --json, on a service's database. */
export async function command(
  { testDatabase }: TestService,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [MAIN, '--json', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: testDatabase.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr, json: code === 0 ? JSON.parse(stdout) : undefined };
}

import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { until } from './until.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()!();
});

/** Has something undone after the test, last first. */
export function afterThisTest(undo: () => Promise<unknown>): void {
  cleanups.push(undo);
}

/** A folder that is gone after the test. */
export async function createFolder(prefix = 'provender-process-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A process of ours: what it printed, and how it ended. */
export interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

type Options = SpawnOptions & { env?: NodeJS.ProcessEnv };

/** Starts a program in the checkout; it is killed after the test if it still runs. */
export function start(command: string, args: string[], { env, ...options }: Options = {}): Running {
  const child = spawn(command, args, { cwd: ROOT, env: { ...cleanEnv(), ...env }, ...options });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout?.on('data', (chunk) => out.push(String(chunk)));
  child.stderr?.on('data', (chunk) => err.push(String(chunk)));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  afterThisTest(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return { child, stdout: () => out.join(''), stderr: () => err.join(''), ended };
}

/** What a test run adds to its environment must not reach the service. */
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG };
}

/** The service as a process, ready to answer. */
export interface RunningService extends Running {
  url: string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | null>;
}

/** Starts the service on any free port and waits until it is ready. */
export async function startService(env: NodeJS.ProcessEnv, args: string[] = []): Promise<RunningService> {
  return ready(start('node', ['src/main.ts', ...args], { env: { PORT: '0', ...env } }));
}

/** Waits for the ready line of a service. @throws with its stderr when it ends before */
export async function ready(service: Running): Promise<RunningService> {
  const line = /^Provender is ready on (\S+)$/m;
  let hasEnded = false;
  void service.ended.then(() => (hasEnded = true));
  await until(() => line.test(service.stdout()) || hasEnded, 'the ready line', 60_000);
  const [, url] = line.exec(service.stdout()) ?? [];
  if (!url) throw new Error(`the service did not start: ${service.stderr()}`);
  return {
    ...service,
    url,
    async stop() {
      service.child.kill('SIGTERM');
      return (await service.ended).code;
    },
  };
}

/** The demo key in what a first start printed. */
export function demoKeyOf(service: Running): string {
  return /prv_[0-9A-Za-z]+/.exec(service.stdout())![0];
}

/** Runs a command of the command line to its end. */
export async function provender(args: string[], env: NodeJS.ProcessEnv) {
  const command = start('node', ['src/cli/main.ts', ...args], { env });
  const { code } = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The service, relative to the checkout. Smoke tests start it bundled, which takes half as long. */
const PROGRAM = process.env.CHAOS_PROGRAM ?? 'src/main.ts';
/** Records the long turns of its event loop in the file that TURNS_FILE names. */
const WATCH = ['--import', './lab/turns/in-service.ts'];
const READY = / is ready on (http:\S+)$/;
/** Settings of the caller's shell that would affect what is measured. */
const UNSET = new Set(['PUBLIC_URL', 'DATA_DIR', 'REDIS_URL', 'TRUST_PROXY', 'CORS_ORIGINS', 'NODE_ENV']);

export type Role = 'api' | 'worker' | 'all';

/** A program as users run it, in its own process. */
export interface ServiceProcess {
  pid: number;
  /** The address it listens on. */
  url: string;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. Returns the exit code, null after a deadly signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Returns its log lines. */
  logged(): string[];
}

/**
 * Starts the service of a checkout in a role, or another file of it with arguments, and waits until it is
 * ready.
 */
export async function startProcess(
  what: Role | string[],
  environment: Record<string, string>,
  logFile: string,
  checkout: string = ROOT,
): Promise<ServiceProcess> {
  const args = Array.isArray(what) ? what : [PROGRAM, ...(what === 'all' ? [] : [`--${what}-only`])];
  const own = { LOG_LEVEL: 'warn', DEMO: 'false', DRAIN_MS: '0', PORT: '0', ...environment };
  const inherited = Object.entries(process.env).filter(([name]) => !UNSET.has(name));
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [...(environment.TURNS_FILE ? WATCH : []), ...args], {
    cwd: checkout,
    env: { ...Object.fromEntries(inherited), ...own },
    stdio: ['ignore', 'pipe', log.fd],
  });
  await log.close();
  // Ends the processes with this script, however it ends.
  const killWithParent = () => void child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = once(child, 'exit').then(([code]) => {
    process.off('exit', killWithParent);
    return code as number | null;
  });
  const logged = () => readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      const [, ready] = READY.exec(line) ?? [];
      if (ready) resolve(ready);
    });
    void exited.then((code) =>
      reject(new Error(`${args.join(' ')} ended at its start (${code}): ${logged().join('\n')}`)),
    );
  });
  return {
    pid: child.pid!,
    url,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end(signal) {
      child.kill(signal);
      return exited;
    },
    logged,
  };
}

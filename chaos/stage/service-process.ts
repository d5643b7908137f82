import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The service, relative to the checkout. Smoke tests start it bundled, which takes half as long. */
const PROGRAM = process.env.CHAOS_PROGRAM ?? 'src/main.ts';
const READY = 'Provender is ready on ';
const KEPT_LINES = 20;

export type Role = 'api' | 'worker' | 'all';

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The service as users run it, in its own process. */
export interface ServiceProcess {
  pid: number;
  /** The address it listens on. */
  url: string;
  exited: Promise<Exit>;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
  /** Returns the last log lines. */
  logged(): string[];
}

/** Starts the service with `node` and waits until it is ready. */
export async function startProcess(role: Role, environment: Record<string, string>): Promise<ServiceProcess> {
  const args = [PROGRAM, ...(role === 'all' ? [] : [`--${role}-only`])];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', DEMO: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends the processes with this script, however it ends.
  const killWithParent = () => void child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', killWithParent);
      resolve({ code, signal });
    });
  });
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith(READY)) resolve(line.slice(READY.length));
    });
    void exited.then(({ code, signal }) =>
      reject(new Error(`the ${role} process ended at its start (${code ?? signal}): ${lines.join('\n')}`)),
    );
  });
  return {
    pid: child.pid!,
    url,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end(signal) {
      child.kill(signal);
      return exited;
    },
    logged: () => lines,
  };
}

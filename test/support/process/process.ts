import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sendSignal } from './postgres-processes.ts';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of the service bundled to few files, which start faster (`test/support/run/builds.ts`). */
export const JOINED = 'dist/joined';

/** Hundreds of programs start in a run, and each would compile the same sources again. */
export const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');

const DEADLINE_MS = 90_000;

export type Environment = Record<string, string>;

export interface OsUser {
  uid: number;
  gid: number;
}

/** The result of a program that has ended, with its output. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A program that was started, and may have ended. */
export interface Program {
  pid: number;
  stdout(): string;
  stderr(): string;
  /**
   * Waits for `pattern` on stdout.
   *
   * @throws when the program ends, or times out
   */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  /** Signals the program and its process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
  /**
   * Waits for the end.
   *
   * @throws when it times out
   */
  ended(): Promise<Ended>;
  /** Ends it, whatever its state. */
  kill(): Promise<void>;
}

export interface LaunchOptions {
  args?: string[];
  user?: OsUser | undefined;
  cwd?: string;
  /** Whether to use a separate process group, as a shell does. */
  ownGroup?: boolean;
}

/** Starts `command` with `env`, without the test run's own environment. */
export function launch(command: string, env: Environment, options: LaunchOptions = {}): Program {
  const { args = [], user, cwd = ROOT, ownGroup = false } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...ownEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    ...user,
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const end = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // Its children may keep the pipes open; its own output has been read by then.
      const finish = () => resolve({ code, signal, ...said });
      child.once('close', finish);
      setTimeout(finish, 1_000).unref();
    });
  });
  end.catch(() => {});

  const { pid = 0 } = child;
  const describe = () => `${command} ${args.join(' ')}\n${said.stdout}\n${said.stderr}`;
  return {
    pid,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    signal: (signal) => sendSignal(pid, signal),
    signalGroup: (signal) => sendSignal(-pid, signal),
    says(pattern) {
      const seen = new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said.stdout);
          if (match) resolve(match);
        };
        child.stdout.on('data', look);
        look();
        end.then(
          ({ code, signal }) =>
            reject(new Error(`ended (${code ?? signal}) without ${pattern}: ${describe()}`)),
          reject,
        );
      });
      return inTime(seen, () => `did not say ${pattern}: ${describe()}`);
    },
    ended: () => inTime(end, () => `did not end: ${describe()}`),
    async kill() {
      if (pid === 0) return;
      if (child.exitCode === null && child.signalCode === null) sendSignal(pid, 'SIGKILL');
      if (ownGroup) sendSignal(-pid, 'SIGKILL');
      await end;
    },
  };
}

async function inTime<T>(work: Promise<T>, explain: () => string): Promise<T> {
  const late = sleep(DEADLINE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(explain())));
  return Promise.race([work, late]);
}

/** Returns the environment of programs, without the test run's own. */
export function ownEnvironment(): Environment {
  const { PATH = '', HOME = '/' } = process.env;
  return {
    PATH: [join(ROOT, 'node_modules/.bin'), PATH].join(delimiter),
    HOME,
    npm_config_update_notifier: 'false',
    NODE_COMPILE_CACHE,
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const READY = /is ready on (http:\S+)/;
/** Settings of the caller's shell that would affect the measurement. */
const OWN = ['PUBLIC_URL', 'DATA_DIR', 'REDIS_URL', 'TRUST_PROXY', 'CORS_ORIGINS', 'NODE_ENV'];

/** A server under test, in its own process. */
export interface Server {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts `file` and waits for its ready line. As in production, the log goes to a file. */
export async function startServer(
  name: string,
  { file, args = [], databaseUrl, folder }: ServerOptions,
): Promise<Server> {
  const logPath = join(folder, `${name}.log`);
  const log = await open(logPath, 'w');
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DRAIN_MS: '0',
    LOG_LEVEL: 'info',
    DEMO: 'false',
  };
  for (const variable of OWN) delete (env as NodeJS.ProcessEnv)[variable];
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env,
    stdio: ['ignore', 'pipe', log.fd],
  });
  await log.close();
  const url = await readyUrl(child);
  if (!url) throw new Error(`${name} does not start:\n${await readFile(logPath, 'utf8')}`);
  return { name, url, pid: child.pid!, stop: () => stop(child) };
}

interface ServerOptions {
  file: string;
  args?: string[];
  databaseUrl: string;
  folder: string;
}

async function readyUrl({ stdout }: ChildProcess): Promise<string | undefined> {
  let output = '';
  for await (const chunk of stdout!.iterator({ destroyOnReturn: false })) {
    output += chunk;
    const url = READY.exec(output)?.[1];
    if (url) return url;
  }
  return undefined;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

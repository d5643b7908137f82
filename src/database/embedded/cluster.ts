import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { binariesFor, type Binaries } from './binaries.ts';
import { prepareHome, type Home } from './home.ts';

const run = promisify(execFile);
const USER = 'provender';
const START_TIMEOUT_S = 60;

/** A PostgreSQL cluster in a folder of ours: made, started, found running, stopped. */
export interface Cluster {
  /** Connection string of database `name` on the running server. */
  url(name: string): string;
  /** Starts the server unless it runs already, then waits until it takes connections. */
  start(): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** Opens the cluster of `dataDir`, creating it on first use; does not start it. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = await prepareHome(dataDir);
  const binaries = await binariesFor(home.user);
  const data = join(home.path, 'data');
  if (!(await stat(join(data, 'PG_VERSION')).catch(() => null))) await create(home, binaries);

  const password = await readFile(join(data, 'provender.password'), 'utf8').catch(() => {
    throw new Error(`${data} cannot be read: was it made by another user?`);
  });
  // A server restarted under us keeps its port, so that open pools find it again.
  let port = 0;

  async function start(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const running = await runningServer(data, password);
      if (running) {
        port = running;
        return;
      }
      port ||= await freePort();
      const failure = await pgCtl('start', '-o', serverOptions(port)).then(
        () => undefined,
        (error: Error) => error,
      );
      // Another process may have started it first, or taken the port: look again before giving up.
      if (failure && attempt === 2) throw new Error(await explain(home, failure));
      if (failure) port = 0;
    }
  }

  function pgCtl(command: string, ...args: string[]) {
    const log = join(home.path, 'postgres.log');
    const all = [command, '-D', data, '-w', '-t', String(START_TIMEOUT_S), '-s', ...args];
    if (command === 'start') all.push('-l', log);
    return run(binaries.pg_ctl, all, { ...home.user, cwd: home.path });
  }

  async function stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await pgCtl('stop', '-m', mode).catch(async (error) => {
      if (await runningServer(data, password)) throw error;
    });
  }

  return { url: (name) => urlOf(password, port, name), start, stop };
}

function urlOf(password: string, port: number, name: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${name}`;
}

function serverOptions(port: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    jit: 'off',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Makes a cluster aside and renames it into place: a start that dies midway leaves nothing behind. */
async function create({ path, user }: Home, { initdb }: Binaries): Promise<void> {
  const aside = join(path, `data.${process.pid}`);
  const passwordFile = join(path, `password.${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const args = ['-D', aside, '-U', USER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  // One Unicode-aware locale on every machine, so that case-insensitive search means the same.
  args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  await run(initdb, args, { ...user, cwd: path }).catch((error) => {
    throw new Error(
      `the embedded PostgreSQL could not be created in ${path}: ${error.stderr || error.message}`,
    );
  });
  await rename(passwordFile, join(aside, 'provender.password'));
  await rename(aside, join(path, 'data')).catch(() => rm(aside, { recursive: true, force: true }));
}

/** The port of the server that runs on `data`; clears away a stale postmaster.pid. */
async function runningServer(data: string, password: string): Promise<number | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  for (let waited = 0; waited < START_TIMEOUT_S * 10; waited++) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (lines[0] === '') return undefined;
    const [pid, , , port] = lines.map(Number) as [number, number, number, number?];
    const state = port ? await probe(urlOf(password, port, 'postgres'), data) : 'absent';
    if (state === 'ours') return port;
    if (state === 'other' || !(await isPostgres(pid))) {
      await rm(pidFile, { force: true });
      return undefined;
    }
    // It is starting up or shutting down; either way the pid file will soon say something else.
    await sleep(100);
  }
  throw new Error(`the PostgreSQL server on ${data} neither starts nor stops`);
}

/** Whether the server at `url` serves `data`, is not ready to say, or is something else. */
async function probe(url: string, data: string): Promise<'ours' | 'busy' | 'other' | 'absent'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0] && (await realpath(rows[0].data_directory)) === data ? 'ours' : 'other';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === '57P03') return 'busy';
    return code === '28P01' ? 'other' : 'absent';
  } finally {
    await client.end().catch(() => {});
  }
}

/** After a crash the recorded pid may be anyone's by now. */
async function isPostgres(pid: number): Promise<boolean> {
  const ps = () => run('ps', ['-o', 'comm=', '-p', String(pid)]).then(({ stdout }) => stdout);
  const name = await readFile(`/proc/${pid}/comm`, 'utf8')
    .catch(ps)
    .catch(() => '');
  return name.includes('postgres');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function explain(home: Home, failure: Error): Promise<string> {
  const log = await readFile(join(home.path, 'postgres.log'), 'utf8').catch(() => '');
  return `the embedded PostgreSQL does not start: ${log.trim().split('\n').slice(-3).join(' | ') || failure.message}`;
}

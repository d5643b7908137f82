import { randomBytes } from 'node:crypto';
import { chown, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { binariesFor, type Binaries } from './binaries.ts';
import { prepareHome, type Home } from './home.ts';
import { requireAccess } from './require-access.ts';
import { run } from './run.ts';

const NOBODY = 2_147_483_647;
const START_TIMEOUT_S = 60;
const START_ATTEMPTS = 10;
const RETRY_PAUSE_MS = 300;
const GARBAGE_AFTER_MS = 2_000;

/** A PostgreSQL cluster in its own folder. */
export interface Cluster {
  /** The file of its log. */
  log: string;
  /** Returns the superuser's connection string of a database on the running server. */
  url(database: string): string;
  /**
   * Starts the server unless it is running, and waits until it accepts connections. With `keepsPort`, a
   * restarted server keeps its port, so that open pools find it.
   */
  start(keepsPort?: boolean): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Opens the cluster in `folder`, creating it on first use, without starting it.
 *
 * @param name the name of its superuser, of the password file, and of root's shared home
 */
export async function openCluster(folder: string, name: string): Promise<Cluster> {
  const home = await prepareHome(folder, name);
  const binaries = await binariesFor(home.user, name);
  const data = join(home.path, 'data');
  const log = join(home.path, 'postgres.log');
  await requireAccess(home, data, log);
  if (!(await stat(join(data, 'PG_VERSION')).catch(() => null))) await create(home, binaries, name);

  const password = await readFile(join(data, `${name}.password`), 'utf8');
  const urlOf: UrlOf = (port, database) => `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;
  let port = 0;

  async function start(keepsPort = false): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const running = await runningServer(data, urlOf);
      if (running && keepsPort && running !== port) throw new Error(`PostgreSQL moved to port ${running}`);
      if (running) {
        port = running;
        return;
      }
      port ||= await freePort();
      const logged = await sizeOf(log);
      const failure = await pgCtl('start', '-o', serverOptions(port)).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failure) continue;
      // Another process may have started the server first or taken the port, or a killed server's last
      // processes may still be ending: check again before giving up.
      if (attempt === START_ATTEMPTS) throw new Error(await explain(log, logged, failure));
      if (!keepsPort) port = 0;
      await sleep(RETRY_PAUSE_MS);
    }
  }

  function pgCtl(command: string, ...args: string[]) {
    const all = [command, '-D', data, '-w', '-t', String(START_TIMEOUT_S), '-s', ...args];
    if (command === 'start') all.push('-l', log);
    return run(binaries.pg_ctl, all, { ...home.user, cwd: home.path });
  }

  async function stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await pgCtl('stop', '-m', mode).catch(async (error) => {
      if (await runningServer(data, urlOf)) throw error;
    });
  }

  return { log, url: (database) => urlOf(port, database), start, stop };
}

type UrlOf = (port: number, database: string) => string;

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

/** Returns whether a cluster was created in `folder` before. A folder that cannot be read may have one. */
export async function hasCluster(folder: string): Promise<boolean> {
  return stat(join(folder, 'postgres', 'data', 'PG_VERSION')).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );
}

/** Creates a cluster under a temporary name and renames it: an interrupted start leaves nothing behind. */
async function create({ path, user }: Home, { initdb }: Binaries, name: string): Promise<void> {
  const aside = join(path, `data.${process.pid}`);
  const passwordFile = join(path, `password.${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const args = ['-D', aside, '-U', name, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  // The same Unicode locale on every machine, so that case-insensitive search works the same.
  args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  await run(initdb, args, { ...user, cwd: path }).catch((error) => {
    throw new Error(
      `the embedded PostgreSQL could not be created in ${path}: ${error.stderr || error.message}`,
    );
  });
  await rename(passwordFile, join(aside, `${name}.password`));
  await rename(aside, join(path, 'data')).catch(() => rm(aside, { recursive: true, force: true }));
}

/**
 * Returns the port of the server running on `data`; removes a stale postmaster.pid that would prevent a
 * start.
 */
async function runningServer(data: string, urlOf: UrlOf): Promise<number | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  const since = Date.now();
  while (Date.now() - since < START_TIMEOUT_S * 1_000) {
    const text = await readFile(pidFile, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const [pid = 0, , , port] = text.split('\n').map(Number);
    const state = port ? await probe(urlOf(port, 'postgres'), data) : 'absent';
    if (state === 'ours') return port;
    if (!(pid > 0)) {
      // A file that is being written becomes readable in a moment; one left by a crash does not.
      if (Date.now() - since > GARBAGE_AFTER_MS) await rm(pidFile, { force: true });
    } else if (state === 'other' || !(await isServerOf(pid, data))) {
      await disown(pidFile, text);
      return undefined;
    }
    // The server is starting up or shutting down, so its pid file will change soon.
    await sleep(100);
  }
  throw new Error(`the PostgreSQL server on ${data} neither starts nor stops`);
}

/**
 * Writes an impossible process id into a stale pid file. PostgreSQL then takes the file over by its own
 * rules, and never while processes of the old server still use its shared memory.
 */
async function disown(pidFile: string, text: string): Promise<void> {
  const file = await open(pidFile, 'r+').catch(() => undefined);
  await file?.write(text.replace(/^\d+/, String(NOBODY)), 0).finally(() => file.close());
}

/** Returns whether the server at `url` serves `data`, is not ready, or is another one. */
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

/** After a crash, another process may have the recorded pid, even another PostgreSQL. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return folder === data && name.includes('postgres');
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(data);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Returns why the server did not start, from the part of its log after `logged` bytes. */
async function explain(log: string, logged: number, failure: Error): Promise<string> {
  const text = await readFile(log).then(
    (bytes) => bytes.subarray(logged).toString(),
    () => '',
  );
  return `the embedded PostgreSQL does not start: ${text.trim().split('\n').slice(-3).join(' | ') || failure.message}`;
}

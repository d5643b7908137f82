import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { until } from '../chaos/stage/stage.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const NAME = 'provender';
const CAUGHT_UP_MS = 30_000;

/** Two PostgreSQL servers, a primary and its standby. */
export interface Pair {
  /** A connection string that leads to the primary. */
  url: string;
  /** Suspends the primary: its connections stay open and do not respond. */
  stopPrimary(): Promise<void>;
  /** Promotes the standby. */
  promote(): Promise<void>;
  /** Stops the former primary and rebuilds it as a standby. */
  rebuildStandby(): Promise<void>;
}

interface Server {
  data: string;
  port: number;
}

/** Creates and starts both, with a database `chaos`. */
export async function createPair(
  programs: string,
  { isSynchronous, onEnd }: { isSynchronous: boolean; onEnd: (close: () => Promise<unknown>) => void },
): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-pair-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  let [primary, standby] = (await Promise.all(
    ['one', 'two'].map(async (name): Promise<Server> => ({
      data: join(folder, name),
      port: await freePort(),
    })),
  )) as [Server, Server];
  const program = (name: string, ...args: string[]) =>
    run(join(programs, name), args, { ...user, cwd: folder });
  const start = ({ data, port }: Server) =>
    program('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', `${data}.log`, '-o', `-p ${port}`);
  const end = async ({ data }: Server) => {
    await signal(data, 'SIGCONT');
    await program('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', data).catch(() => {});
  };
  onEnd(async () => {
    for (const server of [primary, standby]) await end(server);
  });

  await program('initdb', '-D', primary.data, '-U', NAME, '-A', 'trust', '-E', 'UTF8');
  const settings = [
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = ''`,
    'max_connections = 150',
    'wal_keep_size = 256MB',
    // A suspended server sends nothing: the other one ends its connection to it.
    'wal_receiver_timeout = 5s',
    'wal_sender_timeout = 5s',
  ];
  await writeFile(join(primary.data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  await start(primary);
  await ask(primary, 'CREATE DATABASE chaos');

  async function rebuild(): Promise<void> {
    await rm(standby.data, { recursive: true, force: true });
    const from = `host=127.0.0.1 port=${primary.port} user=${NAME} application_name=standby`;
    await program('pg_basebackup', '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast', '-d', from);
    await start(standby);
    const isStreaming = async () =>
      (await ask(primary, `SELECT FROM pg_stat_replication WHERE state = 'streaming'`)) === 1;
    if (!(await until(isStreaming, CAUGHT_UP_MS))) throw new Error('the standby does not replicate');
    if (!isSynchronous) return;
    await ask(primary, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await ask(primary, 'SELECT pg_reload_conf()');
    const isSync = async () =>
      (await ask(primary, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)) === 1;
    if (!(await until(isSync, CAUGHT_UP_MS))) throw new Error('the standby does not replicate synchronously');
  }
  await rebuild();

  return {
    url: `postgres://${NAME}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/chaos?target_session_attrs=read-write`,
    stopPrimary: () => signal(primary.data, 'SIGSTOP'),
    async promote() {
      await program('pg_ctl', 'promote', '-w', '-s', '-D', standby.data);
      [primary, standby] = [standby, primary];
      // The standby must not wait for a standby of its own.
      await ask(primary, `ALTER SYSTEM SET synchronous_standby_names = ''`);
      await ask(primary, 'SELECT pg_reload_conf()');
    },
    async rebuildStandby() {
      await end(standby);
      await rebuild();
    },
  };
}

/** Runs a statement on one server, and returns the number of rows. */
async function ask({ port }: Server, sql: string): Promise<number> {
  const client = new Client({ connectionString: `postgres://${NAME}@127.0.0.1:${port}/postgres` });
  await client.connect();
  const { rowCount } = await client.query(sql).finally(() => client.end());
  return rowCount ?? 0;
}

/** Sends a signal to all processes of a server. */
async function signal(data: string, name: NodeJS.Signals): Promise<void> {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  for (const each of [pid, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(each, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

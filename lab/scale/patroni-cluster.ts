import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Stage, temporaryFolder, until } from '../stage.ts';
import { closedPort } from '../../test/support/webhook/receiver.ts';
import { documented } from './haproxy.ts';
import { query } from './query.ts';

const run = promisify(execFile);
const START_MS = 300_000;
const REPAIR_MS = 90_000;
const LOG_LINES = 60;

/** How the primary is lost: its processes are killed or suspended, or it is told to hand over. */
export type Loss = 'SIGKILL' | 'SIGSTOP' | 'switchover';

/** Two PostgreSQL servers under Patroni, with synchronous replication, behind HAProxy. */
export interface PatroniCluster {
  /** The connection string through HAProxy. */
  url: string;
  lose(loss: Loss): Promise<void>;
  /** Waits until another server is the primary. Returns when it was, in milliseconds since 1970. */
  promoted(): Promise<number>;
  /**
   * Brings the former primary back and waits for synchronous replication. Returns whether it began in time.
   */
  repair(): Promise<boolean>;
}

/**
 * Starts etcd, both servers and HAProxy from Debian's packages (`apt-get install patroni etcd-server haproxy
 * postgresql-15`), as docs/scaling.md configures them, with a database.
 */
export async function startPatroni({ onEnd }: Pick<Stage, 'onEnd'>): Promise<PatroniCluster> {
  const folder = await temporaryFolder(onEnd);
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  const [etcdPort, etcdPeerPort, port] = [await closedPort(), await closedPort(), await closedPort()];
  const servers: Server[] = [];
  for (const name of ['db1', 'db2'])
    servers.push({ name, port: await closedPort(), restPort: await closedPort() });
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const start = (program: string, ...args: string[]): ChildProcess =>
    spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', log, log] });
  const configOf = ({ name }: Server) => join(folder, `${name}.yml`);
  const patroniOf = new Map<Server, ChildProcess>();
  const startServer = (server: Server) => patroniOf.set(server, start('patroni', configOf(server)));

  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${etcdPeerPort}`];
  const clients = [`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`];
  const peers = [`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`];
  const own = [`--data-dir=${join(folder, 'etcd')}`, `--initial-cluster=default=${peer}`];
  const etcd = start('etcd', '--enable-v2', ...own, ...clients, ...peers);
  onEnd(async () => void etcd.kill('SIGKILL'));
  onEnd(() => Promise.all(servers.map((server) => signal(server, 'SIGKILL'))));
  for (const server of servers) {
    await writeFile(configOf(server), patroniYml(server, folder, etcdPort));
    startServer(server);
  }
  await writeFile(join(folder, 'haproxy.cfg'), haproxyCfg(port, servers));
  const haproxy = start('haproxy', '-db', '-f', join(folder, 'haproxy.cfg'));
  onEnd(async () => void haproxy.kill('SIGKILL'));

  /** Sends a signal to all processes of a server, Patroni first so that it does not notice. */
  async function signal(server: Server, name: NodeJS.Signals): Promise<void> {
    patroniOf.get(server)?.kill(name);
    const file = join(folder, server.name, 'postmaster.pid');
    const pid = (await readFile(file, 'utf8').catch(() => '')).split('\n')[0];
    if (!pid) return;
    // The second time, no process is left that could start others.
    for (let time = 0; time < 2; time++) {
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid]).catch(() => ({ stdout: '' }));
      for (const each of [pid, ...stdout.trim().split(/\s+/)].filter(Boolean)) send(Number(each), name);
    }
  }

  let primary: Server;
  let isKilled = false;
  async function isWhole(): Promise<boolean> {
    const answers = await Promise.all(servers.map(({ restPort }) => ask(restPort, '/primary')));
    const leader = servers.find((_, index) => answers[index] === 200);
    const other = servers.find((server) => server !== leader)!;
    if (!leader || (await ask(other.restPort, '/synchronous')) !== 200) return false;
    primary = leader;
    return true;
  }

  if (!(await until(isWhole, START_MS))) {
    const last = (await readFile(logFile, 'utf8')).split('\n').slice(-LOG_LINES).join('\n');
    throw new Error(`Patroni has no two servers: ${last}`);
  }
  const url = (database: string) => `postgres://postgres:secret@127.0.0.1:${port}/${database}`;
  await until(() => query(url('postgres'), 'CREATE DATABASE lab'), START_MS);
  return {
    url: url('lab'),
    async lose(loss) {
      isKilled = loss === 'SIGKILL';
      if (loss !== 'switchover') return signal(primary, loss);
      const candidate = servers.find((server) => server !== primary)!.name;
      const names = ['--leader', primary.name, '--candidate', candidate];
      await run('patronictl', ['-c', configOf(primary), 'switchover', ...names, '--force']);
    },
    async promoted() {
      const other = servers.find((server) => server !== primary)!;
      await until(async () => (await ask(other.restPort, '/primary')) === 200, START_MS);
      return Date.now();
    },
    async repair() {
      if (isKilled) startServer(primary);
      else await signal(primary, 'SIGCONT');
      return until(isWhole, REPAIR_MS);
    },
  };
}

/** A server, with the ports of PostgreSQL and of Patroni's REST API. */
interface Server {
  name: string;
  port: number;
  restPort: number;
}

/** Returns the documented `patroni.yml`, for a server on loopback with its data in `folder`. */
function patroniYml({ name, port, restPort }: Server, folder: string, etcdPort: number): string {
  const text = documented('patroni.yml')
    .replace('name: db1', `name: ${name}`)
    .replaceAll('10.0.0.1:8008', `127.0.0.1:${restPort}`)
    .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replace(/data_dir: .*/, `data_dir: ${folder}/${name}`)
    .replace(/pgpass: .*/, `pgpass: ${folder}/${name}.pgpass`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replaceAll('password: …', 'password: secret');
  return `${text}  parameters: { unix_socket_directories: '' }\n`;
}

/** Returns the documented `haproxy.cfg`, for these servers and a port on loopback. */
function haproxyCfg(port: number, servers: Server[]): string {
  const text = documented('haproxy-primary.cfg');
  return text
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace(/server (db\d) \S+ (.*) check port .*/g, (_line, name: string, options: string) => {
      const server = servers.find((each) => each.name === name)!;
      return `server ${name} 127.0.0.1:${server.port} ${options} check port ${server.restPort}`;
    });
}

/** Returns the status of Patroni's REST API; 0 without a response. */
function ask(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status,
    () => 0,
  );
}

function send(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const idOf = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

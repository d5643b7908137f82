import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../stage.ts';
import { closedPort } from '../../test/support/webhook/receiver.ts';
import { query } from './query.ts';

const NOBODY = 65_534;
const START_TIMEOUT_MS = 10_000;

export interface PgBouncer {
  /** The connection string through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer, a program of this machine, in front of the server at `directUrl`. */
export async function startPgBouncer(
  program: string,
  directUrl: string,
  settings: Record<string, string | number>,
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(directUrl);
  const folder = await mkdtemp(join(tmpdir(), 'provender-pooler-'));
  const [configuration, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const ownPort = await closedPort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 500,
    log_connections: 0,
    log_disconnections: 0,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`);
  const databases = `[databases]\n* = host=${hostname} port=${port}\n`;
  await writeFile(configuration, `${databases}[pgbouncer]\n${lines.join('')}`);
  await writeFile(users, `"${username}" "${password}"\n`);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid) for (const path of [folder, configuration, users]) await chown(path, NOBODY, NOBODY);
  const child = spawn(program, [configuration], { stdio: ['ignore', 'inherit', 'ignore'], ...user });
  child.once('error', (error) => process.stderr.write(`${error.message}\n`));
  const url = `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  if (await until(() => query(url, 'SELECT 1'), START_TIMEOUT_MS)) return { url, stop };
  await stop();
  throw new Error(`${program} does not respond`);
}

import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

const NOBODY = 65_534;
const START_TIMEOUT_MS = 10_000;

export interface PgBouncer {
  /** The connection string through it. */
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
  const ownPort = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    max_client_conn: 500,
    stats_users: username,
    log_connections: 0,
    log_disconnections: 0,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const databases = `* = host=${hostname} port=${port}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const name of ['', 'pgbouncer.ini', 'users.txt']) await chown(join(folder, name), NOBODY, NOBODY);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'inherit', 'ignore'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  child.once('error', (error) => process.stderr.write(`${error.message}\n`));
  const url = `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  for (const since = Date.now(); !(await responds(url)); await sleep(100)) {
    if (Date.now() - since < START_TIMEOUT_MS) continue;
    await stop();
    throw new Error(`${program} does not respond`);
  }
  return { url, stop };
}

async function responds(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, application_name: 'lab' });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

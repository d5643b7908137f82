import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const NAME = 'provender';
const DATABASE = 'scale';

/** Alike for all servers. Nothing runs that costs by the hour rather than by the request. */
const SETTINGS = [
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'max_connections = 150',
  'autovacuum = off',
];
const CITUS_SETTINGS = [
  `shared_preload_libraries = 'citus'`,
  `citus.local_hostname = '127.0.0.1'`,
  `citus.node_conninfo = 'sslmode=disable'`,
  'citus.enable_statistics_collection = off',
  'citus.distributed_deadlock_detection_factor = -1',
  'citus.recover_2pc_interval = -1',
];

/** A server of PostgreSQL. */
export interface Node {
  port: number;
  url: string;
  /** Of the process whose children serve the connections. */
  pid: number;
}

export interface Nodes {
  plain: Node;
  coordinator: Node;
  workers: [Node, Node];
}

/** Starts a plain server, and a coordinator and two workers of Citus, each with an empty database. */
export async function startNodes(
  programs: string,
  onEnd: (close: () => Promise<unknown>) => void,
): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-citus-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  const program = (name: string, ...args: string[]) =>
    run(join(programs, name), args, { ...user, cwd: folder });

  async function start(name: string, settings: string[]): Promise<Node> {
    const data = join(folder, name);
    const port = await freePort();
    await program('initdb', '-D', data, '-U', NAME, '-A', 'trust', '-E', 'UTF8');
    await appendFile(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
    await program('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', `${data}.log`, '-o', `-p ${port}`);
    onEnd(() => program('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', data).catch(() => {}));
    const url = `postgres://${NAME}@127.0.0.1:${port}`;
    await execute(`${url}/postgres`, `CREATE DATABASE ${DATABASE}`);
    const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    return { port, url: `${url}/${DATABASE}`, pid };
  }
  const plain = await start('plain', SETTINGS);
  const [coordinator, one, two] = [
    await start('coordinator', [...SETTINGS, ...CITUS_SETTINGS]),
    await start('one', [...SETTINGS, ...CITUS_SETTINGS]),
    await start('two', [...SETTINGS, ...CITUS_SETTINGS]),
  ];
  for (const { url } of [coordinator, one, two]) await execute(url, 'CREATE EXTENSION citus');
  await execute(coordinator.url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of [one, two])
    await execute(coordinator.url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  return { plain, coordinator, workers: [one, two] };
}

/** Runs statements on a new connection, and returns the rows of the last. */
export async function execute<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const sql of statements) ({ rows } = await client.query<Row>(sql));
    return rows;
  } finally {
    await client.end();
  }
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { Client } from 'pg';
import { audit } from '../chaos/stage/audit.ts';
import { type Receiver, startReceiver } from '../chaos/stage/receiver.ts';
import { onStage, type Stage, until } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { type Acknowledged, createLoad, type Load, write } from '../chaos/stage/writes.ts';
import { connect, type Database } from '../src/database/connect.ts';

const PROGRAM = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const LISTS = ['/deliveries', '/returns', '/products', '/supermarkets', '/webhooks'];
const WAIT_MS = 60_000;
const SKIPPED_IDS = 1_000_000;

const { writes, clients } = new Command('scale:drill')
  .description('Backs up under load, keeps writing, drops the database, restores the backup and compares.')
  .option('--writes <count>', 'total number of writes', Number, 1_000)
  .option('--clients <count>', 'number of writing clients', Number, 8)
  .parse()
  .opts<{ writes: number; clients: number }>();

await onStage('drill: backup under load, loss, restore', { smoke: false }, async (stage) => {
  const { report, database, cluster } = stage;
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const [witness, ...suppliers] = await createSuppliers(database, clients + 1, [receiver.url]);
  const environment = { SECRETS_KEY: randomBytes(32).toString('base64') };
  const service = await stage.start('all', environment);
  const load = createLoad();
  await write(service.url, witness!, 30, load);
  const writing = Promise.all(
    suppliers.map((supplier) => write(service.url, supplier, Math.ceil(writes / clients), load)),
  );
  await until(() => load.acknowledged.length > writes / 3, WAIT_MS);
  const before = [...load.acknowledged];
  const seen = await readAll(service.url, witness!);
  const file = join(tmpdir(), `provender-drill-${process.pid}.backup`);
  stage.onEnd(() => rm(file, { force: true }));
  const backup = await command(cluster.url('chaos'), environment, 'backup', file);
  const during = load.acknowledged.length - before.length;
  await writing;
  await service.end('SIGKILL');
  await onServer(stage, 'DROP DATABASE chaos WITH (FORCE)');

  await onServer(stage, 'CREATE DATABASE restored');
  const url = cluster.url('restored');
  const restore = await command(url, environment, 'restore', file, '--skip-ids', String(SKIPPED_IDS));
  const restored = connect(url, { max: 20 });
  stage.onEnd(restored.close);
  const successor = await stage.start('all', { ...environment, DATABASE_URL: url });
  const differing = differencesOf(seen, await readAll(successor.url, witness!));

  report.figure('rows, and bytes of the file', `${backup.rows}, ${(await stat(file)).size}`);
  report.figure('backup, and writes acknowledged meanwhile', `${backup.ms} ms, ${during}`);
  report.figure('restore', `${restore.ms} ms`);
  report.figure(
    'writes lost with the database',
    load.acknowledged.length - (await kept(restored, load)).length,
  );
  report.guarantee('REST responses that differ', differing, differing === 0);
  await until(() => hasNothingWaiting(restored), WAIT_MS);
  const of = { ...load, acknowledged: union(before, await kept(restored, load)) };
  await audit({ ...stage, database: restored }, await known(receiver, restored), of);

  const after = createLoad();
  await Promise.all(suppliers.map((supplier) => write(successor.url, supplier, 5, after)));
  const reused = after.acknowledged.filter(({ kind, id }) => isNew(kind) && id <= SKIPPED_IDS).length;
  report.guarantee('ids assigned twice', reused, reused === 0);
});

async function command(url: string, environment: Record<string, string>, ...args: string[]) {
  const startedAt = performance.now();
  const env = { ...process.env, ...environment, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--json', ...args], { env });
  const { rows } = JSON.parse(stdout) as { rows: number };
  return { rows, ms: Math.round(performance.now() - startedAt) };
}

/** Reads all lists of an account without writes. */
function readAll(url: string, { key }: Supplier): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  return Promise.all(LISTS.map(async (path) => (await fetch(`${url}/api/v1${path}`, { headers })).text()));
}

function differencesOf(one: string[], other: string[]): number {
  return one.filter((text, at) => text !== other[at]).length;
}

/** Returns the acknowledged updates that the backup contains; it may contain some of those during the backup. */
async function kept({ pool }: Database, { acknowledged }: Load): Promise<Acknowledged[]> {
  const { rows } = await pool.query<{ mark: string }>(`
    SELECT notes AS mark FROM deliveries UNION SELECT description FROM returns
    UNION SELECT body::json->'data'->>'name' FROM events WHERE type LIKE 'product.%'
    UNION SELECT format('%s %s', id, 'in_transit') FROM deliveries WHERE in_transit_at IS NOT NULL
    UNION SELECT format('%s %s', id, status) FROM deliveries WHERE status IN ('completed', 'cancelled')`);
  const marks = new Set(rows.map(({ mark }) => mark));
  return acknowledged.filter(({ mark, id, status }) => marks.has(status ? `${id} ${status}` : mark));
}

function union(one: Acknowledged[], other: Acknowledged[]): Acknowledged[] {
  return [...new Set([...one, ...other])];
}

async function hasNothingWaiting({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(`
    SELECT EXISTS (SELECT FROM events WHERE recipients IS NOT NULL)
        OR EXISTS (SELECT FROM webhook_messages WHERE status = 'pending') AS waits`);
  return !rows[0]!.waits;
}

/** Returns the receiver's record without callbacks for lost messages. */
async function known(receiver: Receiver, { pool }: Database): Promise<Receiver> {
  const { rows } = await pool.query<{ webhook_id: string }>('SELECT webhook_id FROM webhook_messages');
  const ids = new Set(rows.map(({ webhook_id }) => webhook_id));
  return { ...receiver, arrivals: new Map([...receiver.arrivals].filter(([id]) => ids.has(id))) };
}

function isNew(kind: Acknowledged['kind']): boolean {
  return kind === 'delivery' || kind === 'product' || kind === 'return';
}

async function onServer({ cluster }: Stage, sql: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { audit, isAllSent } from '../audit.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { onServer, onStage, temporaryFolder, until } from '../stage.ts';
import { createSuppliers, headersOf, type Supplier } from '../supplier.ts';
import { type Acknowledged, createLoad, type Load, write } from '../writes.ts';
import { connect, type Database } from '../../src/database/connect.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const LISTS = ['/deliveries', '/returns', '/products', '/supermarkets', '/webhooks'];
const WAIT_MS = 60_000;
const SKIPPED_IDS = 1_000_000;

const script = readScript(
  'scale:drill',
  'Does a backup under load contain what was acknowledged before it, and can it be restored?',
  { writes: ['total number of writes', 1_000, 120], clients: ['number of writing clients', 8, 3] },
);
const { writes, clients } = script;

await onStage(script, async (stage) => {
  const { report, database, cluster, onEnd } = stage;
  const receiver = await startReceiver(stage);
  const urls = [receiver.url];
  const [witness, ...suppliers] = await createSuppliers(database, clients + 1, { urls });
  const environment = { SECRETS_KEY: randomBytes(32).toString('base64') };
  const service = await stage.start('all', environment);
  const load = createLoad();
  await write(service.url, witness!, 30, load);
  const each = Math.ceil(writes / clients);
  const writing = Promise.all(suppliers.map((supplier) => write(service.url, supplier, each, load)));
  await until(() => load.acknowledged.length > writes / 3, WAIT_MS);
  const before = [...load.acknowledged];
  const seen = await readAll(service.url, witness!);
  const file = join(await temporaryFolder(onEnd), 'drill.backup');
  const backup = await command(stage.url, environment, 'backup', file);
  const during = load.acknowledged.length - before.length;
  await writing;
  await service.end('SIGKILL');
  await onServer(cluster, `DROP DATABASE ${new URL(stage.url).pathname.slice(1)} WITH (FORCE)`);

  await onServer(cluster, 'CREATE DATABASE restored');
  const url = cluster.url('restored');
  // The restored database replaces the original, so its webhooks go on.
  const how = ['--keep-webhooks-active', '--skip-ids', String(SKIPPED_IDS)];
  const restore = await command(url, environment, 'restore', file, ...how);
  const restored = connect(url, { max: 20 });
  onEnd(restored.close);
  const successor = await stage.start('all', { ...environment, DATABASE_URL: url });
  const again = await readAll(successor.url, witness!);

  report.figure('rows, and bytes of the file', `${backup.rows}, ${(await stat(file)).size}`);
  report.figure('backup, and writes acknowledged meanwhile', `${backup.ms} ms, ${during}`);
  report.figure('restore', `${restore.ms} ms`);
  const kept = await keptOf(restored, load);
  report.figure('writes lost with the database', load.acknowledged.length - kept.length);
  report.none('REST responses that differ', seen.filter((text, at) => text !== again[at]).length);
  await until(() => isAllSent(restored), WAIT_MS);
  const acknowledged = [...new Set([...before, ...kept])];
  const known = await withoutLost(receiver, restored);
  await audit({ report, database: restored }, known, { ...load, acknowledged });

  const after = createLoad();
  await Promise.all(suppliers.map((supplier) => write(successor.url, supplier, 5, after)));
  const created = after.acknowledged.filter(({ kind }) => kind !== 'update' && kind !== 'move');
  report.none('ids assigned twice', created.filter(({ id }) => id <= SKIPPED_IDS).length);
});

async function command(url: string, environment: Record<string, string>, ...args: string[]) {
  const startedAt = performance.now();
  const env = { ...process.env, ...environment, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--json', ...args], { env });
  const { rows } = JSON.parse(stdout) as { rows: number };
  return { rows, ms: Math.round(performance.now() - startedAt) };
}

/** Reads all lists of an account without writes. */
function readAll(url: string, supplier: Supplier): Promise<string[]> {
  const headers = headersOf(supplier);
  return Promise.all(LISTS.map(async (path) => (await fetch(`${url}/api/v1${path}`, { headers })).text()));
}

/** Returns the acknowledged writes that the backup contains. Some may have happened during the backup. */
async function keptOf({ pool }: Database, { acknowledged }: Load): Promise<Acknowledged[]> {
  const { rows } = await pool.query<{ mark: string }>(`
    SELECT notes AS mark FROM deliveries UNION SELECT description FROM returns
    UNION SELECT body::json->'data'->>'name' FROM events WHERE type LIKE 'product.%'
    UNION SELECT format('%s %s', id, 'in_transit') FROM deliveries WHERE in_transit_at IS NOT NULL
    UNION SELECT format('%s %s', id, status) FROM deliveries WHERE status IN ('completed', 'cancelled')`);
  const marks = new Set(rows.map(({ mark }) => mark));
  return acknowledged.filter(({ mark, id, status }) => marks.has(status ? `${id} ${status}` : mark));
}

/** Returns the receiver's record without callbacks for messages that the restored database lost. */
async function withoutLost(receiver: Receiver, { pool }: Database): Promise<Receiver> {
  const { rows } = await pool.query<{ webhook_id: string }>('SELECT webhook_id FROM webhook_messages');
  const ids = new Set(rows.map(({ webhook_id }) => webhook_id));
  return { ...receiver, arrivals: new Map([...receiver.arrivals].filter(([id]) => ids.has(id))) };
}

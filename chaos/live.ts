import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { Agent, fetch } from 'undici';
import { cpuOf } from '../bench/cpu.ts';
import { createProduct } from '../src/schema/product/create-product.ts';
import { residentBytes } from './stage/memory.ts';
import { percentile } from './stage/report.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers, type Supplier } from './stage/supplier.ts';

const { smoke, ...options } = new Command('chaos:live')
  .description('Measures the cost of idle live streams, and the latency of events.')
  .option('--smoke', 'few streams, for a moment', false)
  .option('--streams <count>', 'idle streams on one process', Number, 500)
  .option('--seconds <count>', 'duration of idling, and then of events', Number, 20)
  .option('--rate <count>', 'events per second', Number, 20)
  .parse()
  .opts<{ smoke: boolean; streams: number; seconds: number; rate: number }>();
const { streams, seconds, rate } = smoke ? { streams: 20, seconds: 1, rate: 20 } : options;
const MIB = 1_024 * 1_024;
const STREAMS_PER_ACCOUNT = 100;
const MAX_GROWTH_MIB = 100;
const MAX_P99_MS = 250;
const QUERY = JSON.stringify({ query: 'subscription { events { id type occurredAt data } }' });
const agent = new Agent({ connections: null, bodyTimeout: 0 });

interface Reader {
  account: bigint;
  /** The ids of the events, in order of arrival. */
  received: string[];
  latencies: number[];
}

await onStage(`live: ${streams} streams on one process`, { smoke }, async (stage) => {
  const service = await stage.start('api');
  const suppliers = await createSuppliers(stage.database, Math.ceil(streams / STREAMS_PER_ACCOUNT));
  // The fixed cost of the first stream is not a cost per stream.
  const first = await read(service.url, suppliers[0]!);
  const before = await residentBytes(service.pid);
  const readers = [first];
  while (readers.length < streams) {
    readers.push(await read(service.url, suppliers[readers.length % suppliers.length]!));
  }
  await sleep(seconds * 1_000);
  const growth = ((await residentBytes(service.pid)) - before) / MIB;
  const { report } = stage;
  report.figure('memory with one stream', `${(before / MIB).toFixed(0)} MiB`);
  report.target(
    `growth with ${streams}`,
    `${growth.toFixed(0)} MiB`,
    `≤ ${MAX_GROWTH_MIB} MiB`,
    growth <= MAX_GROWTH_MIB,
  );
  const connections = await listenersOf(stage);
  report.guarantee('listening connections', connections, connections === 1);
  await idle(stage, service.pid);

  const expected = await publish(stage, suppliers);
  const isComplete = ({ account, received }: Reader) =>
    received.join() === (expected.get(account) ?? []).join();
  await until(() => readers.every(isComplete), 20_000);
  const complete = readers.filter(isComplete).length;
  report.guarantee(
    'readers that received every event of their account once and in order, and no other',
    `${complete} of ${readers.length}`,
    complete === readers.length,
  );
  report.figure(
    'events received',
    readers.reduce((sum, { received }) => sum + received.length, 0),
  );
  const latencies = readers.flatMap((reader) => reader.latencies);
  report.figure('from change to reader, p50', `${percentile(latencies, 0.5)} ms`);
  const p99 = percentile(latencies, 0.99);
  report.target('from change to reader, p99', `${p99} ms`, `≤ ${MAX_P99_MS} ms`, p99 <= MAX_P99_MS);
  const end = performance.now();
  const { code } = await service.end('SIGTERM');
  report.guarantee(
    'SIGTERM with all of them open',
    `exit ${code}, ${Math.round(performance.now() - end)} ms`,
    code === 0,
  );
});

async function read(url: string, { key, accountId }: Supplier): Promise<Reader> {
  const reader: Reader = { account: accountId, received: [], latencies: [] };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: QUERY,
    dispatcher: agent,
  });
  if (response.status !== 200) throw new Error(`the stream was refused: ${await response.text()}`);
  void listen(response.body!, reader).catch(() => {});
  return reader;
}

async function listen(body: AsyncIterable<Uint8Array>, reader: Reader): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    // A message can be split among chunks.
    const messages = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = messages.pop()!;
    for (const [, id, at] of messages
      .join('\n')
      .matchAll(/"events":{"id":"(\d+)".*?"occurredAt":"([^"]+)"/g)) {
      reader.received.push(id!);
      reader.latencies.push(Date.now() - Date.parse(at!));
    }
  }
}

/**
 * Changes records of all accounts in turn, bypassing HTTP and its limits, in another process than the readers. Returns
 * the ids of the events by account, in order.
 */
async function publish({ report, database }: Stage, suppliers: Supplier[]): Promise<Map<bigint, string[]>> {
  const newest = await database.pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM events');
  const count = rate * seconds;
  for (let number = 0; number < count; number++) {
    const product = { name: `Live ${number}`, weight: 1, price: 1, category: 'live' };
    await createProduct(suppliers[number % suppliers.length]!.context, product);
    await sleep(1_000 / rate);
  }
  report.figure('changes', count);
  const { rows } = await database.pool.query<{ account: string; ids: string[] }>(
    `SELECT account_id AS account, array_agg(id::text ORDER BY id) AS ids FROM events WHERE id > $1 GROUP BY account_id`,
    [newest.rows[0]!.id],
  );
  return new Map(rows.map(({ account, ids }) => [BigInt(account), ids]));
}

async function idle({ report }: Stage, pid: number): Promise<void> {
  const before = await cpuOf(pid);
  await sleep(seconds * 1_000);
  const after = await cpuOf(pid);
  const share = (after! - before!) / (seconds * 1_000);
  report.figure('CPU of one core while idle', `${(share * 100).toFixed(1)} %`);
}

async function listenersOf({ database }: Stage): Promise<number> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
  );
  return rowCount!;
}

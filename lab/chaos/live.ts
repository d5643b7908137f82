import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Agent, fetch } from 'undici';
import { steadily } from '../load.ts';
import { cpuOfFamily, residentMiB } from '../processes.ts';
import { percentile } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, until } from '../stage.ts';
import { createSuppliers, headersOf, publish, type Supplier } from '../supplier.ts';

const script = readScript(
  'chaos:live',
  'What do live streams cost, and does each get every event once, soon and in order?',
  {
    streams: ['idle streams on one process', 500, 20],
    seconds: ['duration of idling, and then of events', 20, 1],
    rate: ['events per second', 20, 20],
  },
);
const { streams, seconds, rate } = script;
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

await onStage(script, async (stage) => {
  const { report, database } = stage;
  const service = await stage.start('api');
  const suppliers = await createSuppliers(database, Math.ceil(streams / STREAMS_PER_ACCOUNT));
  // The fixed cost of the first stream is not a cost per stream.
  const readers = [await read(service.url, suppliers[0]!)];
  const before = await residentMiB(service.pid);
  while (readers.length < streams)
    readers.push(await read(service.url, suppliers[readers.length % suppliers.length]!));
  await sleep(seconds * 1_000);
  const growth = (await residentMiB(service.pid)) - before;
  report.figure('memory with one stream', `${before.toFixed(0)} MiB`);
  const isSmall = growth <= MAX_GROWTH_MIB;
  report.target(`growth with ${streams}`, `${growth.toFixed(0)} MiB`, `≤ ${MAX_GROWTH_MIB} MiB`, isSmall);
  const { rowCount: listeners } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'provender live events'`,
  );
  report.guarantee('listening connections', listeners!, listeners === 1);
  const idleFrom = await cpuOfFamily(service.pid);
  await sleep(seconds * 1_000);
  const share = ((await cpuOfFamily(service.pid)) - idleFrom) / (seconds * 1_000);
  report.figure('CPU of one core while idle', `${(share * 100).toFixed(1)} %`);

  const expected = await publishAll(stage, suppliers);
  const isComplete = ({ account, received }: Reader) =>
    received.join() === (expected.get(account) ?? []).join();
  await until(() => readers.every(isComplete), 20_000);
  const complete = readers.filter(isComplete).length;
  report.guarantee(
    'readers that received every event of their account once and in order, and no other',
    `${complete} of ${readers.length}`,
    complete === readers.length,
  );
  const latencies = readers.flatMap((reader) => reader.latencies);
  report.figure('events received', latencies.length);
  report.figure('from change to reader, p50', `${percentile(latencies, 0.5)} ms`);
  const p99 = percentile(latencies, 0.99);
  report.target('from change to reader, p99', `${p99} ms`, `≤ ${MAX_P99_MS} ms`, p99 <= MAX_P99_MS);
  const end = performance.now();
  const code = await service.end('SIGTERM');
  const stopped = `exit ${code}, ${Math.round(performance.now() - end)} ms`;
  report.guarantee('SIGTERM with all of them open', stopped, code === 0);
});

async function read(url: string, supplier: Supplier): Promise<Reader> {
  const reader: Reader = { account: supplier.accountId, received: [], latencies: [] };
  const headers = { ...headersOf(supplier), Accept: 'text/event-stream' };
  const request = { method: 'POST', headers, body: QUERY, dispatcher: agent };
  const { status, body } = await fetch(`${url}/graphql`, request);
  if (status !== 200) throw new Error(`the stream was refused with ${status}`);
  void listen(body!, reader).catch(() => {});
  return reader;
}

async function listen(chunks: AsyncIterable<Uint8Array>, { received, latencies }: Reader): Promise<void> {
  const decoder = new TextDecoder();
  const { feed } = createParser({
    onEvent({ id, event, data }) {
      if (event !== 'next') return;
      received.push(id!);
      latencies.push(Date.now() - Date.parse(JSON.parse(data).data.events.occurredAt));
    },
  });
  for await (const chunk of chunks) feed(decoder.decode(chunk, { stream: true }));
}

/** Changes records of all accounts in turn. Returns the ids of the events by account, in order. */
async function publishAll({ report, database }: Stage, suppliers: Supplier[]) {
  const newest = await database.pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM events');
  const count = rate * seconds;
  report.figure('changes', count);
  const change = (number: number) => publish(suppliers[number % suppliers.length]!);
  await steadily(rate, (number) => number >= count, change);
  const { rows } = await database.pool.query<{ account: string; ids: string[] }>(
    `SELECT account_id AS account, array_agg(id::text ORDER BY id) AS ids FROM events WHERE id > $1 GROUP BY account_id`,
    [newest.rows[0]!.id],
  );
  return new Map(rows.map(({ account, ids }) => [BigInt(account), ids]));
}

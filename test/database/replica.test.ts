import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connect, type Db } from '../../src/database/connect.ts';
import { openReplica, type Replica } from '../../src/database/replica.ts';
import type { Logger } from '../../src/log.ts';
import { download } from '../support/http/download.ts';
import { request } from '../support/http/http.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/process/database-proxy.ts';
import { type Pair, startPair } from '../support/process/start-pair.ts';
import { createProduct, createReturn } from '../support/records/records.ts';
import { startTestService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';

const RECOVERY = { timeout: 30_000, interval: 100 };
const NAMES = 'query @replica { products(first: 100) { nodes { name } } }';

let pair: Pair;
let way: DatabaseProxy;
let service: Awaited<ReturnType<typeof startTestService>>;
let account: SignedIn;

beforeAll(async () => {
  pair = await startPair();
  way = await startDatabaseProxy(pair.standbyUrl);
  const primary = { name: 'postgres', url: pair.primaryUrl, drop: async () => {} };
  service = await startTestService(primary, { readUrl: way.url, statementTimeoutMs: 10_000 });
  account = await createSignedIn(service);
  await untilUsed();
});
afterAll(async () => {
  await service?.stop();
  await way?.[Symbol.asyncDispose]();
  await pair?.[Symbol.asyncDispose]();
});

it('serves the queries that allow it, and no others', async () => {
  await createReturn(account);
  expect(await pair.asksStandby(() => account.call('GET', '/products'))).toBe(false);
  expect(await pair.asksStandby(() => query('{ products { totalCount } }'))).toBe(false);
  await untilUsed(() => query('query @replica { products { totalCount } }'));
  await untilUsed(() => download(service, account, 'deliveries.csv'));
  expect(await query('mutation @replica { deleteWebhook(id: "1") }')).toMatchObject({
    errors: [{ message: 'Directive "@replica" may not be used on MUTATION.' }],
  });
});

it('responds as the primary does', async () => {
  const days = 'dateFrom: "2026-01-01", dateTo: "2026-12-31", timeZone: "Europe/Berlin"';
  const fields = `{
    account { currency }
    deliveries { totalCount nodes { nodeId totalValue products { name } supermarket { name } returns { totalCount } } }
    deliveryPage { total items { id } }
    deliveryAnalytics(${days}) { total { count value } ranking(by: PRODUCT) { name figures { quantity } } }
    returnAnalytics(${days}) { total { rate } series(interval: MONTH) { date } }
    latestEvents { id type }
    __schema { queryType { name } }
  }`;
  const onReplica = `query @replica ${fields}`;
  let answer;
  await untilUsed(async () => (answer = await query(onReplica)));
  expect(answer).toEqual({ ...(await query(fields)), extensions: expect.any(Object) });
  const { text } = await request(service.url, 'GET', '//metrics');
  expect(text).toContain('provender_replica_queries_total{outcome="conflict"} 0');
});

it('returns everything that was written before, also while the log is not replayed', async () => {
  for (let each = 0; each < 10; each++) {
    const { name } = await createProduct(account, { name: `Written ${each}` });
    expect(await names()).toContain(name);
  }
  await pair.onStandby('SELECT pg_wal_replay_pause()');
  const isPaused = async () =>
    (await pair.onStandby(`SELECT WHERE pg_get_wal_replay_pause_state() = 'paused'`)).length > 0;
  await expect.poll(isPaused, { message: 'replay to pause' }).toBe(true);
  const { name } = await createProduct(account);
  expect(await pair.asksStandby(async () => expect(await names()).toContain(name))).toBe(false);
  await pair.onStandby('SELECT pg_wal_replay_resume()');
  await untilUsed();
  expect(await names()).toContain(name);
});

it('returns what was committed without waiting for its flush', async () => {
  const primary = connect(`${pair.primaryUrl}?options=-c%20synchronous_commit=off`);
  onTestFinished(primary.close);
  await primary.pool.query('CREATE TABLE unflushed (n int)');
  const { replica } = await open(pair.standbyUrl, primary);
  for (let written = 1; written <= 10; written++) {
    await primary.pool.query('INSERT INTO unflushed VALUES (1)');
    expect(await replica.read(unflushed, () => unflushed(primary.prisma))).toEqual([{ count: written }]);
  }
});

it('leaves a query to the primary that stood in the way of replication', async () => {
  const { replica } = await open(pair.standbyUrl);
  await service.database.pool.query('CREATE TABLE read_long AS SELECT 1 AS n');
  await pair.configureStandby('SET max_standby_streaming_delay = 0');
  const readLong = () =>
    replica.read<unknown>(
      (db) => db.$queryRaw`SELECT n, pg_sleep(60) FROM read_long`,
      async () => 'primary',
    );
  let answer = readLong();
  let late = 0;
  const isReading = `SELECT FROM pg_stat_activity WHERE query LIKE '%FROM read_long%' AND wait_event = 'PgSleep'`;
  await expect
    .poll(async () => {
      if (replica.outcomes.late > late) answer = readLong();
      late = replica.outcomes.late;
      return (await pair.onStandby(isReading)).length > 0;
    })
    .toBe(true);
  await service.database.pool.query('TRUNCATE read_long');
  expect(await answer).toBe('primary');
  expect(replica.outcomes).toMatchObject({ conflict: 1 });
  await pair.configureStandby('RESET max_standby_streaming_delay');
});

it.each([
  ['no standby', () => pair.primaryUrl, /not a standby/],
  ['of another database', () => inject('serverUrl'), /another database/],
  ['away', () => 'postgres://provender@127.0.0.1:1/provender', /ECONNREFUSED/],
])('is not used where it is %s', async (_what, url, why) => {
  const { replica, told } = await open(url());
  expect(told[0]).toMatch(why);
  expect(await answerOf(replica)).toBe('primary');
  expect(replica.outcomes).toEqual({ served: 0, late: 0, unavailable: 1, conflict: 0 });
});

it('is not needed when it disappears or stops', async () => {
  const { replica } = await open(way.url);
  const silence = () => {
    way.hang();
    return new Promise<string>(() => {});
  };
  expect(await replica.read(silence, async () => 'primary')).toBe('primary');
  const { name } = await createProduct(account);
  expect(await names()).toContain(name);
  expect((await request(service.url, 'GET', '//readyz')).status).toBe(200);
  for (const step of [way.replace, way.cut, way.letThrough]) step();
  await untilUsed();

  await pair.standby.stop('immediate');
  expect(await names()).toContain(name);
  expect((await download(service, account, 'products.csv')).status).toBe(200);
  expect((await request(service.url, 'GET', '//readyz')).status).toBe(200);
  await pair.standby.start(true);
  await untilUsed();
});

it('gets no connection of a pool that is to write', async () => {
  const database = connect(pair.standbyUrl);
  onTestFinished(database.close);
  await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ code: '25006' });
});

it('is not used once it is a primary', async () => {
  await pair.onStandby('SELECT pg_promote()');
  const { name } = await createProduct(account);
  expect(await pair.asksStandby(async () => expect(await names()).toContain(name))).toBe(false);
});

function unflushed(db: Db): Promise<unknown> {
  return db.$queryRaw`SELECT count(*)::int AS count FROM unflushed`;
}

async function open(url: string, { pool } = service.database): Promise<{ replica: Replica; told: string[] }> {
  const told: string[] = [];
  const log = {
    info: (message: string) => void told.push(message),
    warn: ({ err }: { err: Error }) => void told.push(err.message),
  };
  const replica = await openReplica({ url, primary: pool, log: log as unknown as Logger });
  onTestFinished(replica.close);
  await expect.poll(() => told.length, RECOVERY).toBe(1);
  return { replica, told };
}

function answerOf(replica: Replica): Promise<string> {
  return replica.read(
    async () => 'replica',
    async () => 'primary',
  );
}

async function query(text: string) {
  return (await account.call('POST', '//graphql', { body: { query: text } })).json;
}

async function names(): Promise<string[]> {
  const { data } = await query(NAMES);
  return data.products.nodes.map((node: { name: string }) => node.name);
}

/** Repeats `work` until the standby serves it: on a busy machine it may be late. */
function untilUsed(work: () => Promise<unknown> = names): Promise<void> {
  return vi.waitFor(async () => expect(await pair.asksStandby(work)).toBe(true), RECOVERY);
}

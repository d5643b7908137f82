import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { request } from '../support/http/http.ts';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/process/database-proxy.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { type Receiver, startReceiver } from '../support/webhook/receiver.ts';
import { expectStatuses, subscribe, type TestWebhook } from '../support/webhook/webhook.ts';

// The guarantees are ten seconds for a response and thirty for the rest; more is for a busy machine.
const ANSWER_MS = 12_000;
const RECOVERY = { timeout: 40_000, interval: 100 };
/** The deadline of statements in the service. */
const TIMEOUT_MS = 8_000;

let testDatabase: TestDatabase;
let proxy: DatabaseProxy;
let service: TestService & { stop(): Promise<void> };
let account: TestAccount;
let receiver: Receiver;
let webhook: TestWebhook;

beforeAll(async () => {
  // graphile-worker also traces to the console what it logs.
  vi.spyOn(console, 'trace').mockImplementation(() => {});
  testDatabase = await createDatabase();
  proxy = await startDatabaseProxy(testDatabase.url);
  service = await startTestService(
    { ...testDatabase, url: proxy.url },
    {
      worker: { retryDelays: [1, 1, 1] },
      statementTimeoutMs: TIMEOUT_MS,
      operationTimeoutMs: TIMEOUT_MS,
    },
  );
  account = await createAccount(service);
  receiver = await startReceiver(204);
  webhook = await subscribe(account, receiver.url);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await receiver[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await testDatabase.drop();
});

it('waits for a slow statement of a healthy database', async () => {
  const locked = new Client({ connectionString: testDatabase.url });
  await locked.connect();
  onTestFinished(() => locked.end());
  await locked.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
  const waiting = account.call('GET', '/products');
  await locked.query(`SELECT pg_sleep(${TIMEOUT_MS / 1_000 - 2})`);
  await locked.query('ROLLBACK');
  expect((await waiting).status).toBe(200);
});

it(
  'reports a database that disappears without closing connections, and continues on the one that replaces it',
  { timeout: 120_000 },
  async () => {
    await createProduct(account);
    await expectStatuses(service, webhook, ['succeeded']);
    // Leaves idle connections in the pools.
    await Promise.all(Array.from({ length: 8 }, () => account.call('GET', '/deliveries')));

    proxy.hang();
    // The new server has none of its connections and running statements.
    await endConnections();
    const askedAt = performance.now();
    const idempotent = { headers: { 'Idempotency-Key': 'lost' }, body: {} };
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => account.call('GET', '/deliveries')),
      account.call('POST', '//graphql', { body: { query: '{ products { totalCount } }' } }),
      account.call('POST', '/products', idempotent),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(performance.now() - askedAt).toBeLessThan(ANSWER_MS);
    expect(await readiness()).toMatchObject({ status: 'unavailable', checks: { database: 'unreachable' } });

    proxy.replace();
    await expect.poll(readiness, RECOVERY).toMatchObject({ status: 'ready', checks: { worker: 'ok' } });
    await vi.waitFor(() => createProduct(account), RECOVERY);
    await expectStatuses(service, webhook, ['succeeded', 'succeeded']);
  },
);

it('can stop meanwhile', async () => {
  proxy.hang();
  await endConnections();
  await expect(account.call('GET', '/deliveries')).resolves.toMatchObject({ status: 503 });
  await service.stop();
});

async function readiness() {
  return (await request(service.url, 'GET', '//readyz')).json;
}

/** Terminates all connections to the database on the server. */
async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [testDatabase.name])
    .finally(() => client.end());
}

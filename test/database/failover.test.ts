import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { request } from '../support/http/http.ts';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/process/database-proxy.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { startTestService } from '../support/service/service.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { expectStatuses, subscribe } from '../support/webhook/webhook.ts';

// The guarantee is fifteen seconds, and two for a response; the rest is for a busy machine.
const RECOVERY = { timeout: 30_000, interval: 100 };
const ANSWER_MS = 5_000;

let testDatabase: TestDatabase;
let first: DatabaseProxy;
let second: DatabaseProxy;

beforeAll(async () => {
  // graphile-worker also traces to the console what it logs.
  vi.spyOn(console, 'trace').mockImplementation(() => {});
  testDatabase = await createDatabase();
  first = await startDatabaseProxy(testDatabase.url);
  second = await startDatabaseProxy(testDatabase.url);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await testDatabase.drop();
});

describe.each([
  {
    where: 'another server of the list',
    url: () => urlOf(first, second),
    prepare: () => second.cut(),
    giveBack: () => second.letThrough(),
  },
  {
    where: 'another server at the same address',
    url: () => first.url,
    prepare: () => first.replace(),
    giveBack: () => first.replace(),
  },
])(
  'when the database disappears without closing connections, and $where replaces it',
  ({ url, prepare, giveBack }) => {
    it(
      'reports it, recovers automatically, and can stop during the outage',
      { timeout: 90_000 },
      async () => {
        prepare();
        const options = { worker: { retryDelays: [1, 1, 1] }, statementTimeoutMs: 10_000 };
        const service = await startTestService({ ...testDatabase, url: url() }, options);
        let stopped: Promise<void> | undefined;
        const stop = () => (stopped ??= service.stop());
        onTestFinished(stop);
        const account = await createAccount(service);
        await using receiver = await startReceiver(204);
        const webhook = await subscribe(account, receiver.url);
        await createProduct(account);
        await expectStatuses(service, webhook, ['succeeded']);
        const isReady = async () => (await request(service.url, 'GET', '//readyz')).json;

        first.hang();
        // The new server has none of its connections and running statements.
        await endConnections();
        const askedAt = performance.now();
        expect(await account.call('GET', '/deliveries')).toMatchObject({ status: 503 });
        expect(performance.now() - askedAt).toBeLessThan(ANSWER_MS);
        expect(await isReady()).toMatchObject({ status: 'unavailable', checks: { database: 'unreachable' } });

        giveBack();
        await expect.poll(isReady, RECOVERY).toMatchObject({ status: 'ready', checks: { worker: 'ok' } });
        await vi.waitFor(() => createProduct(account), RECOVERY);
        await expectStatuses(service, webhook, ['succeeded', 'succeeded']);

        for (const proxy of [first, second]) proxy.hang();
        await endConnections();
        await expect(account.call('GET', '/deliveries')).resolves.toMatchObject({ status: 503 });
        await stop();
        for (const proxy of [first, second]) proxy.replace();
      },
    );
  },
);

it('connects to the first server of the list that responds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const url = urlOf({ url: `postgres://127.0.0.1:1` }, { url: `postgres://127.0.0.1:${port}` }, testDatabase);
  const database = connect(url, { max: 2 });
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  expect(rows).toEqual([{ name: testDatabase.name }]);
});

/** Returns one connection string for all these servers. */
function urlOf(...servers: { url: string }[]): string {
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  const { username, password } = new URL(testDatabase.url);
  return `postgres://${username}:${password}@${hosts}/${testDatabase.name}?target_session_attrs=read-write`;
}

/** Terminates all connections to the database on the server. */
async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [testDatabase.name])
    .finally(() => client.end());
}

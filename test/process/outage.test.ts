import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { type RunningCluster, type RunningService, useHost } from '../support/process/host.ts';
import type { Answer } from '../support/http/answer.ts';
import { request } from '../support/http/http.ts';
import { freezePostgres, signalPostgres } from '../support/process/postgres-processes.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';

// The documentation says ten seconds; the rest is for a busy machine.
const ANSWER_MS = 12_000;
const RECOVERY = { timeout: 90_000, interval: 200 };
const ACCOUNTS = 8;
const TERMINATIONS = 20;

const host = useHost('file');
let cluster: RunningCluster;
let service: RunningService;
const accounts: TestAccount[] = [];
let deliveryId: number;

beforeAll(async () => {
  cluster = await host.cluster();
  const env = { DATABASE_URL: cluster.url('provender'), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
  service = await host.start(env);
  const database = connect(cluster.url('provender'), { max: 2 });
  for (let i = 0; i < ACCOUNTS; i++) accounts.push(await createAccount({ url: service.url, database }));
  await database.close();
  deliveryId = (await createDelivery(accounts[0]!)).id;
});

describe.each([
  ['has crashed', () => cluster.stop('immediate'), () => cluster.start(true)],
  [
    'hangs, its connections open',
    () => freezePostgres(cluster.folder),
    () => signalPostgres(cluster.folder, 'SIGCONT'),
  ],
])('while the database %s', (_what, takeAway, giveBack) => {
  // One outage for the tests in sequence: the first must see its beginning.
  beforeAll(async () => {
    await recovered();
    await takeAway();
    return async () => {
      await giveBack();
      await recovered();
    };
  });

  it('soon returns 503 for all of /api/v1, in the envelope and with every header', async () => {
    const [account] = accounts as [TestAccount];
    const key = { 'Idempotency-Key': 'outage' };
    const body = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
    const answers = [
      ...(await inTime(Array.from({ length: 30 }, () => account.call('GET', '/deliveries')))),
      ...(await inTime([account.call('GET', `/deliveries/${deliveryId}`)])),
      ...(await inTime([account.call('POST', '/products', { body })])),
      ...(await inTime([account.call('POST', '/products', { body, headers: key })])),
      ...(await inTime([
        account.call('PATCH', `/deliveries/${deliveryId}`, { body: { status: 'cancelled' } }),
      ])),
    ];
    for (const { status, headers, json } of answers) {
      expect(status).toBe(503);
      expect(json).toEqual({
        status: 'error',
        error: {
          code: 'service_unavailable',
          message: expect.any(String),
          field: null,
          problem: 'unavailable',
          values: null,
        },
      });
      expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      expect(headers.get('X-Request-Id')).toMatch(/^\S+$/);
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(headers.get(`X-RateLimit-${name}`)).toMatch(/^\d+$/);
      }
    }
  });

  it('still refuses malformed keys, with the headers', async () => {
    const [answer] = await inTime([request(service.url, 'GET', '/deliveries', { key: 'no-key' })]);
    expect(answer).toMatchObject({ status: 401 });
    expect(answer!.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/);
  });

  it('is alive but not ready', async () => {
    const [alive, ready] = await inTime([
      request(service.url, 'GET', '//healthz'),
      request(service.url, 'GET', '//readyz'),
    ]);
    expect(alive).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(ready).toMatchObject({
      status: 503,
      json: { status: 'unavailable', checks: { process: 'ok', database: 'unreachable' } },
    });
  });
});

it('has recovered automatically from both: requests, events and jobs', async () => {
  const [account] = accounts as [TestAccount];
  const body = { url: 'http://127.0.0.1:1/nobody', events: ['product.created'] };
  const { json } = await account.call('POST', '/webhooks', { body });
  await createProduct(account);
  await vi.waitFor(async () => {
    const sent = await account.call('GET', `/webhooks/${json.data.id}/deliveries`);
    expect(sent.json.data).toMatchObject([{ event: 'product.created', attempts: [{ status_code: null }] }]);
  }, RECOVERY);
});

it('survives when all its connections are cut repeatedly under load', async () => {
  await recovered();
  const statuses = new Set<number>();
  for (let i = 0; i < TERMINATIONS; i++) {
    const answers = Promise.all(accounts.map(({ call }) => call('GET', '/deliveries')));
    await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    for (const { status } of await answers) statuses.add(status);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await recovered();
});

it('logs only JSON, no internal errors, and no unhandled rejections', () => {
  const lines = service.stderr().trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages.filter((message) => /unexpected error|unhandled/i.test(message))).toEqual([]);
});

/** Waits until the service works again, including the worker. */
async function recovered(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await request(service.url, 'GET', '//readyz')).toMatchObject({
      status: 200,
      json: { status: 'ready', checks: { database: 'ok', migrations: 'ok', worker: 'ok' } },
    });
    expect((await accounts[0]!.call('GET', '/deliveries')).status).toBe(200);
  }, RECOVERY);
}

function inTime(answers: Promise<Answer>[]): Promise<Answer[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS).unref();
  });
  return Promise.race([Promise.all(answers), late]);
}

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: cluster.url('provender') });
  await client.connect();
  return client
    .query<Record<string, unknown>>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

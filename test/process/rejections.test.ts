import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { ROOT } from '../support/process/process.ts';
import { createProduct, createWebhook } from '../support/records/records.ts';

const TOTAL = 'provender_unhandled_rejections_total';

const database = useDatabase();
const host = useHost('file');
let service: RunningService;
let account: TestAccount;

beforeAll(async () => {
  service = await host.start({
    DATABASE_URL: database.url,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    // As a URL, because the checkout's path may contain spaces.
    NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'test/process/provoke-rejections.ts')).href}`,
  });
  account = await createAccount({ url: service.url, database });
});

/** Returns the number of rejections in `/metrics`. */
async function counted(): Promise<number> {
  const { text } = await request(service.url, 'GET', '//metrics');
  return Number(new RegExp(`^${TOTAL} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Returns the lines of the log about a rejection provoked by `word`. */
function logged(word: string): { request?: string; level: number }[] {
  const lines = service
    .stderr()
    .split('\n')
    .filter((line) => line.includes(`provoked by ${word}`));
  return lines.map((line) => JSON.parse(line));
}

const query = '{ products(filter: { search: "reject-now" }) { totalCount } }';

describe('an unhandled rejection', () => {
  it.each([
    [
      'REST',
      'GET',
      '/products?search=reject-now',
      undefined,
      { status: 'error', error: { code: 'internal_error' } },
    ],
    ['GraphQL', 'POST', '//graphql', { query }, { errors: [{ extensions: { code: 'internal_error' } }] }],
  ])(
    'fails its own request with an error of %s, and no other request',
    async (_door, method, path, body, expected) => {
      const before = await counted();
      const id = `rejected-${method}`;
      const [failed, ...others] = await Promise.all([
        account.call(method, path, { body, headers: { 'X-Request-Id': id } }),
        ...Array.from({ length: 10 }, () => account.call('GET', '/products')),
      ]);
      expect(failed.status).toBe(500);
      expect(failed.json).toMatchObject(expected);
      expect(others.map(({ status }) => status)).toEqual(Array(10).fill(200));
      await expect
        .poll(() => logged('reject-now'))
        .toContainEqual(expect.objectContaining({ request: id, level: 50 }));
      await expect.poll(counted).toBeGreaterThan(before);
    },
  );

  it('does not affect a request that has its response', async () => {
    const before = await counted();
    const headers = { 'X-Request-Id': 'rejected-late' };
    const { status } = await account.call('GET', '/products?search=reject-late', { headers });
    expect(status).toBe(200);
    await expect.poll(() => logged('reject-late')[0]).toMatchObject({ request: 'rejected-late' });
    await expect.poll(counted).toBeGreaterThan(before);
    expect((await account.call('GET', '/products')).status).toBe(200);
  });

  it('does not stop the worker', async () => {
    const webhook = await createWebhook(account);
    await createProduct(account);
    await expect.poll(() => logged('reject-in-worker').length).toBe(1);
    const messages = async () =>
      (await account.call('GET', `/webhooks/${webhook.id}/deliveries`)).json.data.length;
    await expect.poll(messages).toBe(1);
    const ready = await request(service.url, 'GET', '//readyz');
    expect(ready.json.checks.worker).toBe('ok');
  });
});

it('a field that throws while another one waits causes no unhandled rejection', async () => {
  const both = '{ webhookPage(page: 0) { hasMore } webhooks(first: 0) { totalCount } }';
  const headers = { 'X-Request-Id': 'throws-beside-waiting' };
  const { json } = await account.call('POST', '//graphql', { body: { query: both }, headers });
  expect(json.errors[0].extensions.code).toBe('validation_error');
  // A rejection provoked afterwards is in the log before it is read.
  await account.call('GET', '/products?search=reject-now', { headers: { 'X-Request-Id': 'afterwards' } });
  await expect.poll(() => unhandled().at(-1)).toContain('"request":"afterwards"');
  expect(unhandled().filter((line) => line.includes('throws-beside-waiting'))).toEqual([]);
});

/** Returns the lines of the log about all unhandled rejections. */
function unhandled(): string[] {
  return service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('unhandled rejection'));
}

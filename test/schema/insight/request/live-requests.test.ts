import { expect, it } from 'vitest';
import { MAX_REQUEST_STREAMS } from '../../../../src/schema/insight/limits.ts';
import { createRequestStream, type IdRange } from '../../../../src/schema/insight/request/request-stream.ts';
import { useMachine } from '../../../support/webhook/listening.ts';
import { PATIENCE } from '../../../support/graphql/live.ts';
import { startDatabaseProxy } from '../../../support/process/database-proxy.ts';
import { PRODUCT } from '../../../support/records/product-values.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const { start } = useMachine();

/** Starts following the log with --json. */
function tail(url: string, { key }: Pick<TestAccount, 'key'>, ...args: string[]) {
  const command = start(['requests', 'tail', '--json', ...args], {
    PROVENDER_URL: url,
    PROVENDER_API_KEY: key,
  });
  const lines = () =>
    command.said.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { ...command, ids: () => lines().flatMap(({ kind, id }) => (kind ? [] : [id])), lines };
}

async function send(account: TestAccount, id: string, path = '/products/404404') {
  await account.call('GET', path, { headers: { 'X-Request-Id': id } });
}

it('prints requests as they end, each once and those of its key, for one request of the limit', async () => {
  const account = await createAccount(service);
  const other = await account.issue(['products:read']);
  const all = tail(service.url, account);
  const filtered = tail(service.url, account, '--code', 'validation_error', '--path', 'products');
  const since = tail(service.url, other, '--since', '2020-01-01T00:00:00Z');
  const usage = async () =>
    Number((await account.call('GET', '/products')).headers.get('X-RateLimit-Remaining'));
  await expect.poll(async () => (await usage()) > 0, PATIENCE).toBe(true);
  const before = await usage();
  await send(account, 'a');
  await account.call('POST', '/products', {
    body: { ...PRODUCT, price: -1 },
    headers: { 'X-Request-Id': 'b' },
  });
  await expect.poll(() => all.ids(), PATIENCE).toEqual(expect.arrayContaining(['a', 'b']));
  await expect.poll(() => filtered.ids(), PATIENCE).toEqual(['b']);
  expect(filtered.lines()[0]).toMatchObject({
    status: 400,
    field: 'price',
    message: expect.stringMatching(/^price /),
  });
  expect(since.ids()).toEqual([]);
  expect(before - (await usage())).toBe(3);
  expect(all.ids().filter((id: string) => id === 'a')).toEqual(['a']);
  all.stop();
  expect(await all.code).toBe(0);
});

it('continues after an interruption without losing or repeating a request', async () => {
  const account = await createAccount(service);
  await using proxy = await startDatabaseProxy(service.url);
  const command = tail(proxy.url, account, '--failed');
  const interruptions = () => command.lines().filter(({ kind }) => kind === 'interrupted').length;
  const opened = async () => {
    await send(account, `first-${Date.now()}`);
    return command.ids().length;
  };
  await expect.poll(opened, PATIENCE).toBeGreaterThan(0);
  proxy.cut();
  await send(account, 'while-cut');
  await expect.poll(interruptions, PATIENCE).toBeGreaterThan(0);
  proxy.letThrough();
  await expect.poll(() => command.ids(), PATIENCE).toContain('while-cut');
  await send(account, 'after');
  await expect.poll(() => command.ids(), PATIENCE).toContain('after');
  expect(new Set(command.ids()).size).toBe(command.ids().length);
});

it('waits for a rate limit, and ends where it is refused', async () => {
  const account = await createAccount(service, 'free');
  for (let sent = 0; sent < 10; sent += 1) await account.call('GET', '/products');
  const waiting = tail(service.url, account);
  await expect.poll(() => waiting.lines().at(-1)?.kind, PATIENCE).toBe('interrupted');
  expect(waiting.lines().at(-1).retry_in_ms).toBeGreaterThan(500);
  const refused = tail(service.url, { key: 'prv_wrong' });
  expect(await refused.code).toBe(1);
  expect(refused.said.err).toMatch(/^This API key is incomplete or mistyped: [^\n]+\n$/);
});

it('refuses more streams than an account can have', async () => {
  const account = await createAccount(service);
  const open = async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${account.key}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: 'subscription { requests { id request { path } } }' }),
    });
    return response;
  };
  const streams = await Promise.all(Array.from({ length: MAX_REQUEST_STREAMS }, open));
  const beyond = await open();
  expect(await beyond.text()).toContain('"rate_limited"');
  await Promise.all(streams.map((stream) => stream.body!.cancel()));
});

it('returns a request that is written late, each once', async () => {
  const stored = [1n, 3n];
  const stream = createRequestStream<{ id: bigint }>({
    after: 0n,
    newest: async () => stored.at(-1)!,
    read: async ({ after, upTo, limit }: IdRange) =>
      stored
        .filter((id) => id > after && id <= upTo)
        .toSorted((a, b) => Number(a - b))
        .slice(0, limit)
        .map((id) => ({ id })),
  });
  const next = async () => (await stream.next()).value?.id;
  expect([await next(), await next()]).toEqual([1n, 3n]);
  stored.unshift(2n);
  expect(await next()).toBe(2n);
  stored.push(4n);
  expect(await next()).toBe(4n);
  stream.end();
  expect(await stream.next()).toEqual({ value: undefined, done: true });
});

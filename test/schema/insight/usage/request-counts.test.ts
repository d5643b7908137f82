import { describe, expect, it } from 'vitest';
import { request } from '../../../support/http/http.ts';
import { PATIENCE } from '../../../support/graphql/live.ts';
import { openSession, PASSWORD } from '../../../support/service/open-session.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useServices } from '../../../support/service/service.ts';
import { createVisitor, type Visitor } from '../../../support/service/visitor.ts';
import { setCount } from '../../../support/service/windows.ts';

const [here, there] = useServices(2);
const COUNTS =
  '{ account { requestCounts { from keyId keyName requests refused failed apiKey { lastFour } } } }';

async function signInTo(account: TestAccount): Promise<Visitor> {
  await openSession(here!, account);
  const visitor = createVisitor(here!);
  await visitor.signIn(account.email, PASSWORD);
  return visitor;
}

interface Count {
  from: string;
  keyId: string;
  keyName: string;
  requests: number;
  refused: number;
  failed: number;
}

async function countsOf(visitor: Visitor, query = COUNTS): Promise<Count[]> {
  return (await visitor.data(query)).account.requestCounts;
}

/** Moves the counts of a key to an earlier time. */
async function add(account: TestAccount, keyId: bigint, ago: string, requests: number): Promise<void> {
  await here!.database.pool.query(
    `INSERT INTO request_counts
     VALUES ($1, $2, date_trunc('hour', date_trunc('day', now(), 'UTC') - $3::interval, 'UTC'), $4, 0, 0)`,
    [account.id, keyId, ago, requests],
  );
}

describe('the requests of a key', () => {
  it('are counted as they were sent, over REST and GraphQL and in every process', async () => {
    const account = await createAccount(here!);
    const visitor = await signInTo(account);
    const { id, key } = await account.issue(['products:read']);
    const send = (method: string, path: string, body?: unknown) =>
      Promise.all([here!, there!].map(({ url }) => request(url, method, path, { key, body })));
    await send('GET', '/products');
    await send('GET', '/products/1');
    await send('GET', '/deliveries');
    await send('GET', '/nothing');
    await send('PATCH', '/products');
    await send('POST', '//graphql', { query: '{ account { id } deliveries { totalCount } }' });
    await send('POST', '//graphql', []);
    await expect
      .poll(async () => (await countsOf(visitor)).find(({ keyId }) => keyId === String(id)), PATIENCE)
      .toMatchObject({ requests: 14, refused: 0, failed: 10, keyName: 'test' });
    const failures = '{ account { requestFailures(days: 1) { endpoint status code requests keyId } } }';
    const failed = async () => (await visitor.data(failures)).account.requestFailures as object[];
    const by = { keyId: String(id), requests: 2 };
    await expect.poll(failed, PATIENCE).toHaveLength(5);
    expect(await failed()).toEqual(
      expect.arrayContaining([
        { endpoint: 'GET /api/v1/products/{product_id}', status: 404, code: 'not_found', ...by },
        { endpoint: 'GET /api/v1/deliveries', status: 403, code: 'insufficient_scope', ...by },
        { endpoint: null, status: 404, code: 'not_found', ...by },
        { endpoint: 'PATCH /api/v1/products', status: 405, code: 'method_not_allowed', ...by },
        { endpoint: 'POST /graphql', status: 400, code: 'validation_error', ...by },
      ]),
    );
  });

  it('are counted when a limit refuses them, but not as failed', async () => {
    const account = await createAccount(here!);
    const visitor = await signInTo(account);
    await setCount(account, 'minute', 298);
    for (let sent = 0; sent < 5; sent++) await account.call('GET', '/products');
    await expect
      .poll(() => countsOf(visitor), PATIENCE)
      .toMatchObject([{ requests: 5, refused: 3, failed: 0 }]);
  });

  it('include neither those of the page nor those of invalid keys', async () => {
    const account = await createAccount(here!);
    const visitor = await signInTo(account);
    const { id, key } = await account.issue(['products:read']);
    await account.database.prisma.apiKey.updateMany({ where: { id }, data: { expiresAt: new Date() } });
    expect((await request(here!.url, 'GET', '/products', { key })).status).toBe(401);
    await account.call('GET', '/products');
    await expect.poll(() => countsOf(visitor), PATIENCE).toMatchObject([{ requests: 1 }]);
  });

  it('are returned by day or by hour, for the requested days, latest first', async () => {
    const account = await createAccount(here!);
    const visitor = await signInTo(account);
    const [first, second] = [await account.issue(['products:read']), await account.issue(['products:read'])];
    await add(account, first.id, '1 hour', 1);
    await add(account, first.id, '2 hours', 2);
    await add(account, second.id, '2 hours', 4);
    await add(account, first.id, '6 days', 8);
    await add(account, first.id, '6 days 1 hour', 16);
    await add(account, first.id, '29 days', 32);
    await add(account, first.id, '30 days', 64);
    const requests = async (args: string) =>
      (await countsOf(visitor, `{ account { requestCounts${args} { from keyId requests } } }`)).map(
        ({ keyId, requests }) => [keyId === String(first.id) ? 1 : 2, requests],
      );
    expect(await requests('')).toEqual([
      [2, 4],
      [1, 3],
      [1, 8],
    ]);
    expect(await requests('(interval: HOUR, days: 2)')).toEqual([
      [1, 1],
      [2, 4],
      [1, 2],
    ]);
    expect(await requests('(days: 1)')).toEqual([]);
    expect(await requests('(days: 30)')).toEqual([
      [2, 4],
      [1, 3],
      [1, 8],
      [1, 16],
      [1, 32],
    ]);
    const [{ from }] = (await countsOf(visitor)) as [Count];
    expect(from).toMatch(/T00:00:00\.000Z$/);
  });

  it.each([0, 31, -1])('are not returned for %i days', async (days) => {
    const visitor = await signInTo(await createAccount(here!));
    const refusal = await visitor.refusal(`{ account { requestCounts(days: ${days}) { from } } }`);
    expect(refusal).toMatchObject({ code: 'validation_error', field: 'days' });
  });

  it('keep the name of a key that was revoked', async () => {
    const account = await createAccount(here!);
    const visitor = await signInTo(account);
    const { id } = await account.issue(['products:read']);
    await add(account, id, '1 hour', 1);
    await visitor.data(`mutation { revokeApiKey(id: "${id}") }`);
    expect(await countsOf(visitor)).toMatchObject([{ keyName: 'test', keyId: String(id), apiKey: null }]);
  });

  it('are not visible to other accounts', async () => {
    const account = await createAccount(here!);
    await add(account, (await account.issue(['products:read'])).id, '1 hour', 1);
    expect(await countsOf(await signInTo(await createAccount(here!)))).toEqual([]);
  });
});

import { Pool } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type CountedCaller, createCountKey } from '../../src/http/admission/identify-key.ts';
import { createLimiter } from '../../src/limits/limiter.ts';
import { requestRates } from '../../src/schema/core/caller/plans.ts';
import { hashOf, newKey } from '../../src/schema/people/api-key/key-format.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { someoneWaits } from '../support/database/hold-up.ts';
import { useService } from '../support/service/service.ts';
import { countsOf, setCount } from '../support/service/windows.ts';

const service = useService();

/** Returns what one process of the service uses to count keys, on one connection. */
function openProcess() {
  const pool = new Pool({ connectionString: service.testDatabase.url, max: 1 });
  onTestFinished(() => pool.end());
  const limiter = createLimiter({ pool }, requestRates());
  const countKey = createCountKey(limiter.counting!, service.database.pool);
  return { pool, limiter, count: (key: string) => countKey(hashOf(key)) };
}

const refusals = (all: (CountedCaller | undefined)[]) => all.map((each) => each?.verdict.refusedBy);

it('counts together what arrives together, for each account as much as both windows have room for', async () => {
  const [small, large] = [await createAccount(service, 'free'), await createAccount(service)];
  const [second, expired] = [await small.issue(['products:read']), await large.issue(['products:read'])];
  await service.database.prisma.apiKey.updateMany({
    where: { id: expired.id },
    data: { expiresAt: new Date() },
  });
  await setCount(small, 'hour', 51);
  const { pool, count } = openProcess();
  const queries = vi.spyOn(pool, 'query');
  const keys = Array.from({ length: 12 }, (_, at) => (at % 2 ? small.key : second.key));
  const [late, unknown, other, ...own] = await Promise.all([
    count(expired.key).catch((error: unknown) => error),
    count(newKey()),
    count(large.key),
    ...keys.map(count),
  ]);
  expect(queries).toHaveBeenCalledTimes(1);
  expect(late).toMatchObject({ faults: [{ code: 'api_key_expired' }] });
  expect(unknown).toBeUndefined();
  expect(other).toMatchObject({ caller: { accountId: large.id }, verdict: { hour: { remaining: 9_999 } } });
  expect(refusals(own)).toEqual([...Array.from({ length: 9 }, () => null), 'hour', 'hour', 'hour']);
  expect(own.map((each) => each!.verdict.hour.remaining)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0]);
  expect(own.map((each) => each!.verdict.minute.remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1]);
  expect(await countsOf(small)).toEqual({ hour: 60, minute: 9 });
  // The expired key is the large account's too.
  expect(await countsOf(large)).toEqual({ hour: 1, minute: 1 });
});

it('counts nothing for an expired key, whose account may have no request left', async () => {
  const account = await createAccount(service, 'free');
  const { id, key } = await account.issue(['products:read']);
  await service.database.prisma.apiKey.updateMany({ where: { id }, data: { expiresAt: new Date() } });
  const { count } = openProcess();
  for (let request = 0; request < 2; request++) {
    await expect(count(key)).rejects.toMatchObject({ faults: [{ code: 'api_key_expired' }] });
  }
  expect(await countsOf(account)).toEqual({ hour: null, minute: null });
});

it('gives back what two processes counted beyond a limit at one moment', async () => {
  const account = await createAccount(service, 'free');
  await setCount(account, 'minute', 9);
  const [one, other] = [openProcess(), openProcess()];
  const holder = await service.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM rate_limits WHERE key = $1 FOR UPDATE', [`minute:account:${account.id}`]);
  // Both see room for one request, and wait to count it.
  const first = one.count(account.key);
  await someoneWaits(service.database);
  const second = other.count(account.key);
  await someoneWaits(service.database, 2);
  await holder.query('COMMIT');
  holder.release();
  expect(new Set(refusals(await Promise.all([first, second])))).toEqual(new Set([null, 'minute']));
  expect(await countsOf(account)).toEqual({ hour: 1, minute: 10 });
});

it('writes nothing for a request that is refused', async () => {
  const account = await createAccount(service, 'free');
  await setCount(account, 'minute', 10);
  await setCount(account, 'hour', 3);
  const before = await versionsOf(account);
  expect(refusals([await openProcess().count(account.key)])).toEqual(['minute']);
  expect(await versionsOf(account)).toEqual(before);
});

it('keeps the plan of the statement, however many keys arrive together', async () => {
  const account = await createAccount(service);
  const { pool, limiter, count } = openProcess();
  for (let turn = 0; turn < 12; turn++) {
    const batch = Array.from({ length: 1 + (turn % 4) }, (_, at) => at);
    await Promise.all(batch.map(() => count(account.key)));
    await Promise.all(batch.map((at) => limiter.consume(`address:192.0.2.${at}`, 'business')));
  }
  const { rows } = await pool.query(
    'SELECT name, custom_plans::int FROM pg_prepared_statements ORDER BY name',
  );
  expect(rows).toEqual([
    { name: 'authenticate-and-count', custom_plans: 5 },
    { name: 'count-windows', custom_plans: 5 },
  ]);
});

/** Returns which transactions wrote the rows of an account's windows. */
async function versionsOf(account: TestAccount): Promise<unknown[]> {
  const { rows } = await service.database.pool.query(
    `SELECT key, xmin::text, xmax::text FROM rate_limits WHERE key LIKE '%:account:' || $1::text ORDER BY key`,
    [account.id],
  );
  return rows;
}

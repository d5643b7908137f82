import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { createRequestCounter } from '../../../../src/schema/insight/usage/request-counter.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });

/** Returns the caller for an account's key. */
async function createCaller() {
  const account = await createAccount({ url: '', database });
  const { id: keyId } = await account.issue(['products:read']);
  return { accountId: account.id, plan: 'free', keyId, scopes: new Set(SCOPES) } as const;
}

async function rowsOf({ accountId }: { accountId: bigint }) {
  const { rows } = await database.pool.query(
    'SELECT requests, refused, failed FROM request_counts WHERE account_id = $1',
    [accountId],
  );
  return rows;
}

const NOT_FOUND = { endpoint: 'GET /api/v1/products/{product_id}', status: 404, code: 'not_found' };

async function failuresOf({ accountId }: { accountId: bigint }) {
  const { rows } = await database.pool.query(
    'SELECT endpoint, status, code, requests FROM request_failures WHERE account_id = $1 ORDER BY requests',
    [accountId],
  );
  return rows;
}

it('stores the remaining counts when it stops', async () => {
  const caller = await createCaller();
  const counter = createRequestCounter(database.pool, log);
  counter.request(caller, false);
  counter.request(caller, true);
  counter.request(caller, false);
  counter.failure(caller, NOT_FOUND);
  await counter.stop();
  expect(await rowsOf(caller)).toEqual([{ requests: 3, refused: 1, failed: 1 }]);
});

it('adds to the counts of another process', async () => {
  const caller = await createCaller();
  const counters = [1, 2, 3].map(() => createRequestCounter(database.pool, log));
  for (const counter of counters) counter.request(caller, false);
  await Promise.all(counters.map((counter) => counter.stop()));
  expect(await rowsOf(caller)).toEqual([{ requests: 3, refused: 0, failed: 0 }]);
});

it('keeps counts that it cannot store, and stores them later', async () => {
  const caller = await createCaller();
  const counter = createRequestCounter(database.pool, log);
  onTestFinished(() => counter.stop());
  counter.request(caller, false);
  await database.pool.query('ALTER TABLE request_counts RENAME TO request_counts_away');
  await counter.stop();
  counter.request(caller, false);
  await database.pool.query('ALTER TABLE request_counts_away RENAME TO request_counts');
  await counter.stop();
  expect(await rowsOf(caller)).toEqual([{ requests: 2, refused: 0, failed: 0 }]);
});

it('drops counts of keys that no longer exist', async () => {
  const [gone, kept] = [await createCaller(), await createCaller()];
  const counter = createRequestCounter(database.pool, log);
  counter.request(gone, false);
  counter.request(kept, false);
  await database.pool.query('DELETE FROM api_keys WHERE id = $1', [gone.keyId]);
  await counter.stop();
  expect(await rowsOf(gone)).toEqual([]);
  expect(await rowsOf(kept)).toHaveLength(1);
});

it('stores failures by endpoint and error, from every process', async () => {
  const caller = await createCaller();
  const counters = [1, 2].map(() => createRequestCounter(database.pool, log));
  const other = { endpoint: 'other', status: 404, code: 'not_found' };
  for (const counter of counters) {
    counter.failure(caller, NOT_FOUND);
    counter.failure(caller, NOT_FOUND);
    counter.failure(caller, other);
  }
  await Promise.all(counters.map((counter) => counter.stop()));
  expect(await failuresOf(caller)).toEqual([
    { ...other, requests: 2 },
    { ...NOT_FOUND, requests: 4 },
  ]);
});

it('keeps a bounded number of different failures for each account and day', async () => {
  const [caller, neighbour] = [await createCaller(), await createCaller()];
  const counter = createRequestCounter(database.pool, log);
  counter.failure(caller, NOT_FOUND);
  await counter.stop();
  for (let made = 0; made < 300; made++) counter.failure(caller, { ...NOT_FOUND, endpoint: `GET /${made}` });
  counter.failure(caller, NOT_FOUND);
  counter.failure(neighbour, NOT_FOUND);
  await counter.stop();
  const kept = await failuresOf(caller);
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)).toEqual({ ...NOT_FOUND, requests: 2 });
  expect(await failuresOf(neighbour)).toHaveLength(1);
});

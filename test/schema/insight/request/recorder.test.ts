import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  REQUEST_BATCH,
  createRequestRecorder,
  MAX_WAITING_ENTRIES,
  MAX_WAITING_OF_ACCOUNT,
  type RequestEntry,
} from '../../../../src/schema/insight/request/recorder.ts';
import { createSampler, SAMPLED_PER_SECOND } from '../../../../src/schema/insight/request/sampler.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });

function entryOf(accountId: bigint, more: Partial<RequestEntry> = {}): RequestEntry {
  return {
    accountId,
    receivedAt: new Date(),
    requestId: 'request',
    method: 'POST',
    path: '/api/v1/products',
    query: null,
    endpoint: 'POST /api/v1/products',
    status: 201,
    isFailed: false,
    code: null,
    field: null,
    keyId: 1n,
    address: '127.0.0.0/24',
    durationMs: 3,
    idempotencyKeyHash: null,
    userAgent: null,
    operation: null,
    message: null,
    problem: null,
    values: null,
    body: null,
    isBodyCut: false,
    personId: null,
    ...more,
  };
}

/** Fails as a database does that is not there. */
async function refuse(): Promise<never> {
  throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
}

async function storedOf(accountId: bigint): Promise<number> {
  const { rows } = await database.pool.query('SELECT FROM requests WHERE account_id = $1', [accountId]);
  return rows.length;
}

it('keeps a bounded number of requests while the database is away, and a neighbour their own', async () => {
  const flood = 101n;
  const neighbour = 102n;
  let isAway = true;
  let statements = 0;
  const pool = {
    query: async (statement: never) => {
      if (isAway) return refuse();
      statements++;
      return database.pool.query(statement);
    },
  };
  const recorder = createRequestRecorder(pool as never, log);
  for (let sent = 0; sent < 3 * MAX_WAITING_ENTRIES; sent++) recorder.record(entryOf(flood));
  recorder.record(entryOf(neighbour));
  expect(recorder.outcomes.dropped).toBe(3 * MAX_WAITING_ENTRIES - MAX_WAITING_OF_ACCOUNT);
  isAway = false;
  await recorder.stop();
  expect([await storedOf(flood), await storedOf(neighbour)]).toEqual([MAX_WAITING_OF_ACCOUNT, 1]);
  expect(statements).toBe(Math.ceil((MAX_WAITING_OF_ACCOUNT + 1) / REQUEST_BATCH));
});

it('keeps a bounded number of requests of all accounts together', async () => {
  const recorder = createRequestRecorder({ query: refuse } as never, log);
  for (let sent = 0; sent < MAX_WAITING_ENTRIES + 10; sent++) recorder.record(entryOf(BigInt(sent % 100)));
  expect(recorder.outcomes).toEqual({ written: 0, sampled: 0, dropped: 10 });
  await recorder.stop();
});

it('drops rows that the database refuses, and writes later ones', async () => {
  const recorder = createRequestRecorder(database.pool, log);
  recorder.record(entryOf(103n, { path: 'a\0b' }));
  await expect.poll(() => recorder.outcomes.dropped, { timeout: 10_000 }).toBe(1);
  recorder.record(entryOf(103n));
  await recorder.stop();
  expect(await storedOf(103n)).toBe(1);
});

it('samples the reads of each account by the second', () => {
  let now = 0;
  const isKept = createSampler(() => now);
  const kept = (account: bigint) => Array.from({ length: 25 }, () => isKept(account)).filter(Boolean).length;
  expect([kept(1n), kept(2n), kept(1n)]).toEqual([SAMPLED_PER_SECOND, SAMPLED_PER_SECOND, 0]);
  now = 1_000;
  expect(kept(1n)).toBe(SAMPLED_PER_SECOND);
});

import type { Pool } from 'pg';
import { batched } from '../../database/batched.ts';
import type { Counting, Limiter } from '../../limits/limiter.ts';
import { type Counts, countingParts } from '../../limits/postgres-windows.ts';
import type { Verdict } from '../../limits/verdict.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import type { Caller } from '../../schema/core/context.ts';
import { AppError } from '../../schema/core/errors.ts';
import {
  CALLERS,
  createAuthenticate,
  keyCaller,
  keyHashOf,
  type KeyRow,
} from '../../schema/people/api-key/authenticate.ts';
import type { CountedSubject, Identify } from './admission.ts';

/**
 * Returns the function that identifies requests by their API key. All keys of an account count together,
 * against its plan. Where the counters are in the database, one statement finds the key and counts the
 * request.
 */
export function identifyByKey(pool: Pool, limiter: Limiter<Allowance>): Identify {
  const authenticate = createAuthenticate(pool);
  const { counting } = limiter;
  const countKey = counting && createCountKey(counting, pool);

  async function find(authorization: string | undefined): Promise<{ caller: Caller; verdict?: Verdict }> {
    if (!countKey) return { caller: await authenticate(authorization) };
    const hash = keyHashOf(authorization);
    try {
      return (await countKey(hash)) ?? { caller: await authenticate.byEarlier(hash) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Without the counters, keys can still be looked up.
      return { caller: await authenticate(authorization) };
    }
  }

  return async ({ request }) => {
    const { authorization } = request.headers;
    const { caller, verdict } = await find(authorization);
    const counted = countedBy(caller);
    return {
      caller,
      counted,
      verdict,
      share: counted.subject,
      reauthenticate: () => authenticate(authorization),
    };
  };
}

function countedBy({ accountId, plan }: Caller): CountedSubject {
  return { subject: `account:${accountId}`, allowance: plan };
}

/** Looks keys up and counts their requests: an expired key does not count for its account. */
const COUNT_KEYS = {
  name: 'authenticate-and-count',
  text: `
    WITH caller AS MATERIALIZED (${CALLERS}),
    asked AS (
      SELECT 'account:' || account_id AS subject, count(*)::int AS requests, per_hour, per_minute
      FROM caller JOIN unnest($2::text[], $3::int[], $4::int[]) AS rate (plan, per_hour, per_minute) USING (plan)
      /* guard: expired-key-count */ WHERE NOT expired /* end */ GROUP BY subject, per_hour, per_minute
    ), ${countingParts('$5::bigint')}
    SELECT caller.*, granted, hour_points, hour_ends, minute_points, minute_ends
    FROM caller LEFT JOIN counts ON subject = 'account:' || account_id
    ORDER BY position`,
};

/** A sender, and the verdict on its request. */
export interface CountedCaller {
  caller: Caller;
  verdict: Verdict;
}

/**
 * Returns a function that finds the caller with a key's hash and counts the request, in one statement for all
 * that arrive together; undefined if it finds none.
 *
 * @throws AppError `api_key_expired`
 */
export function createCountKey(
  counting: Counting<Allowance>,
  pool: Pool,
): (hash: Buffer) => Promise<CountedCaller | undefined> {
  const rates = Object.entries(counting.rates);
  const find = batched(async (hashes: readonly Buffer[]) => {
    const { rows } = await counting.pool.query<KeyRow & Counts>({
      ...COUNT_KEYS,
      values: [
        hashes,
        rates.map(([plan]) => plan),
        rates.map(([, { perHour }]) => perHour),
        rates.map(([, { perMinute }]) => perMinute),
        Date.now(),
      ],
    });
    const found: ((KeyRow & Counts & { index: number }) | undefined)[] = hashes.map(() => undefined);
    const seen = new Map<string, number>();
    for (const row of rows) {
      const index = seen.get(row.account_id) ?? 0;
      found[Number(row.position) - 1] = { ...row, index };
      if (!row.expired) seen.set(row.account_id, index + 1);
    }
    return found;
  });
  return async (hash) => {
    const row = await find(hash);
    if (!row) return undefined;
    const caller = keyCaller(pool, row);
    const { index, ...counts } = row;
    const rate = counting.rates[caller.plan];
    const verdict = await counting.settle(`account:${caller.accountId}`, rate, { counts, index });
    return { caller, verdict };
  };
}

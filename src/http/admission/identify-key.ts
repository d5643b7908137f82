import type { Pool } from 'pg';
import type { Limiter } from '../../limits/limiter.ts';
import type { Verdict } from '../../limits/verdict.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import { createAuthenticate, keyHashOf } from '../../schema/people/api-key/authenticate.ts';
import type { Caller } from '../../schema/core/context.ts';
import { AppError } from '../../schema/core/errors.ts';
import type { CountedSubject, Identify } from './admission.ts';
import { createCountKey } from './count-key.ts';

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

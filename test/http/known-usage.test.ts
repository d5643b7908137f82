import { expect, it } from 'vitest';
import { rememberUsage } from '../../src/http/admission/count-request.ts';
import { createLimiter } from '../../src/limits/limiter.ts';
import type { Verdict } from '../../src/limits/verdict.ts';
import { requestRates } from '../../src/schema/core/caller/plans.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

/** Returns a window with seven requests left. */
const windowOf = (resetAt: number) => ({ limit: 10_000, remaining: 7, resetAt });

it('the usage of an address is remembered until its window ends', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  let resetAt = Date.now() + 60_000;
  const consume = async (): Promise<Verdict> => ({
    hour: windowOf(resetAt),
    minute: windowOf(resetAt),
    refusedBy: null,
  });
  const remembering = rememberUsage({ ...limiter, consume });
  await remembering.consume('address:192.0.2.1', 'business');
  expect(remembering.recall('address:192.0.2.1').hour.remaining).toBe(7);
  resetAt = Date.now() - 1;
  await remembering.consume('address:192.0.2.1', 'business');
  expect(remembering.recall('address:192.0.2.1').hour.remaining).toBe(10_000);
});

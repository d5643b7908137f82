import { expect, it, onTestFinished, vi } from 'vitest';
import { createLimiter } from '../../src/limits/limiter.ts';
import { requestRates } from '../../src/schema/core/caller/plans.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('the usage of an address is remembered until its window ends', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  const recalled = (subject: string) => {
    const { hour, minute } = limiter.recall(subject, 'business');
    return [hour.remaining, minute.remaining];
  };
  const startedAt = Date.now();
  await limiter.consume('address:192.0.2.1', 'business');
  await limiter.consume('account:1', 'business');
  expect(recalled('address:192.0.2.1')).toEqual([9_999, 299]);
  expect(recalled('address:192.0.2.2')).toEqual([10_000, 300]);
  expect(recalled('account:1')).toEqual([10_000, 300]);

  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 90_000 });
  expect(recalled('address:192.0.2.1')).toEqual([9_999, 300]);
  vi.setSystemTime(startedAt + 3_690_000);
  expect(recalled('address:192.0.2.1')).toEqual([10_000, 300]);
  expect(limiter.recall('address:192.0.2.1', 'business').hour.resetAt).toBe(Date.now() + 3_600_000);
});

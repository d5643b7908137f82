import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { nextStep } from '../../../src/schema/webhook/retry-schedule.ts';

describe('the retry schedule', () => {
  it('is the specification’s unless configured otherwise: 1, 5 and 30 minutes, then no more', () => {
    const { WEBHOOK_RETRY_DELAYS: delays, WEBHOOK_DISABLE_AFTER: disableAfter } = readConfig({});
    expect([1, 2, 3, 4, 5].map((failures) => nextStep(failures, delays))).toEqual([
      { retryAfterSeconds: 60 },
      { retryAfterSeconds: 300 },
      { retryAfterSeconds: 1_800 },
      'give up',
      'give up',
    ]);
    expect(disableAfter).toBe(10);
  });

  it('takes a delay of no time for a delay', () => {
    expect(nextStep(1, [0])).toEqual({ retryAfterSeconds: 0 });
    expect(nextStep(2, [0])).toBe('give up');
  });
});

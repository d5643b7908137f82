import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { stepAfter } from '../../../../src/schema/exchange/webhook/retry-policy.ts';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const { WEBHOOK_RETRY_DELAYS: delays, WEBHOOK_DISABLE_AFTER: disableAfter } = readConfig({});
const pending = (failures: number) => ({ status: 'pending', failures });

describe('the next step of a message', () => {
  it('follows the schedule of the specification by default', () => {
    expect({ delays, disableAfter }).toEqual({ delays: [60, 300, 1_800], disableAfter: 10 });
  });

  it.each([
    [0, 60],
    [1, 300],
    [2, 1_800],
  ])('after failure and %i before is a retry %i seconds later', (failures, seconds) => {
    expect(stepAfter(pending(failures), 'timeout', true, delays, NOW)).toEqual({
      status: 'pending',
      failures: failures + 1,
      nextAttemptAt: new Date(NOW.getTime() + seconds * 1_000),
    });
  });

  it('after the fourth failure is none', () => {
    const failed = { status: 'failed', failures: 4, nextAttemptAt: null };
    expect(stepAfter(pending(3), 'timeout', true, delays, NOW)).toEqual(failed);
    expect(stepAfter({ status: 'cancelled', failures: 3 }, 'timeout', false, delays, NOW)).toEqual(failed);
    expect(stepAfter(pending(0), 'timeout', true, [], NOW).status).toBe('failed');
  });

  it('can be a retry at once', () => {
    expect(stepAfter(pending(0), 'timeout', true, [0], NOW).nextAttemptAt).toEqual(NOW);
  });

  it('after a success is none, whatever happened during the attempt', () => {
    const succeeded = { status: 'succeeded', failures: 2, nextAttemptAt: null };
    expect(stepAfter(pending(2), null, true, delays, NOW)).toEqual(succeeded);
    expect(stepAfter({ status: 'cancelled', failures: 2 }, null, false, delays, NOW)).toEqual(succeeded);
  });

  it('is none if its webhook is deactivated, or if it was cancelled although the webhook is active again', () => {
    const cancelled = { status: 'cancelled', failures: 1, nextAttemptAt: null };
    expect(stepAfter(pending(0), 'timeout', false, delays, NOW)).toEqual(cancelled);
    expect(stepAfter({ status: 'cancelled', failures: 0 }, 'timeout', true, delays, NOW)).toEqual(cancelled);
  });
});

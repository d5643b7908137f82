import { describe, expect, it } from 'vitest';
import {
  deactivationReason,
  pauseAfterFailures,
  type FailureState,
  failuresAfter,
} from '../../../../src/schema/exchange/webhook/deactivation.ts';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const POLICY = { retryDelays: [60, 300, 1_800], pauseMs: 500, disableAfter: 10 };
const HEALTHY: FailureState = { consecutiveFailures: 0, pausedUntil: null, deactivationError: null };
const failures = (count: number) => Array<string>(count).fill('timeout');
const inMs = (ms: number) => new Date(NOW.getTime() + ms);

describe('the standing of a webhook', () => {
  it('counts failures in the order in which they ended, and a success resets it', () => {
    expect(failuresAfter(HEALTHY, [...failures(8), null, ...failures(5)], POLICY, NOW)).toMatchObject({
      consecutiveFailures: 5,
      deactivationError: null,
    });
    const paused = { consecutiveFailures: 9, pausedUntil: inMs(4_000), deactivationError: null };
    expect(failuresAfter(paused, [null], POLICY, NOW)).toEqual(HEALTHY);
    expect(failuresAfter(paused, [], POLICY, NOW)).toEqual(paused);
  });

  it('ends with exactly ten failures: what follows them does not count', () => {
    const deactivated = { consecutiveFailures: 10, pausedUntil: null, deactivationError: 'dns_failure' };
    const before = { ...HEALTHY, consecutiveFailures: 8 };
    expect(failuresAfter(before, ['timeout', 'dns_failure'], POLICY, NOW)).toEqual(deactivated);
    const after = ['timeout', 'dns_failure', 'timeout', null];
    expect(failuresAfter(before, after, POLICY, NOW)).toEqual(deactivated);
    expect(failuresAfter(HEALTHY, failures(9), POLICY, NOW).deactivationError).toBe(null);
    expect(failuresAfter(HEALTHY, ['timeout'], { ...POLICY, disableAfter: 1 }, NOW)).toMatchObject({
      consecutiveFailures: 1,
      deactivationError: 'timeout',
    });
  });

  it('has pauses of half a second, doubling up to 4 seconds, and none if that is set', () => {
    const pauses = Array.from({ length: 6 }, (_, at) => pauseAfterFailures(at + 1, 500));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(failuresAfter(HEALTHY, ['timeout'], POLICY, NOW).pausedUntil).toEqual(inMs(500));
    expect(failuresAfter(HEALTHY, failures(9), { ...POLICY, pauseMs: 0 }, NOW).pausedUntil).toBe(null);
  });

  it('adds the pauses of failures at the same moment, at most 30 seconds: ten take at least 27', () => {
    expect(failuresAfter(HEALTHY, failures(9), POLICY, NOW).pausedUntil).toEqual(inMs(27_500));
    const before = { ...HEALTHY, consecutiveFailures: 3, pausedUntil: inMs(1_500) };
    expect(failuresAfter(before, ['timeout'], POLICY, NOW).pausedUntil).toEqual(inMs(5_500));
    const many = { ...POLICY, disableAfter: 100 };
    expect(failuresAfter(HEALTHY, failures(50), many, NOW).pausedUntil).toEqual(inMs(30_000));
    const over = { ...before, pausedUntil: inMs(-1_500) };
    expect(failuresAfter(over, ['timeout'], POLICY, NOW).pausedUntil).toEqual(inMs(4_000));
  });

  it('is put into words for people', () => {
    const standing = failuresAfter(HEALTHY, failures(10), POLICY, NOW);
    expect(deactivationReason(standing)).toBe('10 consecutive callbacks failed, the last one by timeout');
    expect(deactivationReason(HEALTHY)).toBe(null);
  });
});

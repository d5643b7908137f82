import { LRUCache } from 'lru-cache';
import type { Limiter } from '../../limits/limiter.ts';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { type RateWindow, type Usage } from '../../limits/verdict.ts';
import { type Allowance, PLAN_LIMITS } from '../../schema/core/caller/plans.ts';

const MAX_ADDRESSES = 10_000;

/** A limiter that remembers the usage of addresses. */
export interface RememberingLimiter extends Limiter<Allowance> {
  /**
   * Returns the usage of an address when it was last counted in this process, otherwise the full limit. Sends
   * no query to the store.
   */
  recall(address: string): Usage;
}

/**
 * Remembers the verdicts of `limiter` on client addresses. Responses that do not count, such as those to
 * preflights and invalid HTTP, can then include rate-limit headers without a statement.
 */
export function rememberUsage(limiter: Limiter<Allowance>): RememberingLimiter {
  const usages = new LRUCache<string, Usage>({ max: MAX_ADDRESSES, ttl: HOUR_MS });
  function remembered<Found extends Usage>(subject: string, usage: Found): Found {
    if (subject.startsWith('address:')) usages.set(subject, usage);
    return usage;
  }
  return {
    ...limiter,
    consume: async (subject, plan) => remembered(subject, await limiter.consume(subject, plan)),
    consumeLocally: async (subject, plan) => remembered(subject, await limiter.consumeLocally(subject, plan)),
    recall(address) {
      const cached = usages.get(address);
      const { perHour, perMinute } = PLAN_LIMITS.business;
      return {
        hour: current(cached?.hour, perHour, HOUR_MS),
        minute: current(cached?.minute, perMinute, MINUTE_MS),
      };
    },
  };
}

/** Returns the window, or a fresh one if it has ended. */
function current(known: RateWindow | undefined, limit: number, lengthMs: number): RateWindow {
  if (known && /* guard: ended-window */ known.resetAt > Date.now()) return known;
  return { limit, remaining: limit, resetAt: Date.now() + lengthMs };
}

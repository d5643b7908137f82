import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { RateWindow, Usage, Verdict } from '../../limits/verdict.ts';
import { type Allowance, PLAN_LIMITS } from '../../schema/core/caller/plans.ts';
import { type AppError, fault } from '../../schema/core/errors.ts';
import type { Exchange, Headers } from '../response/exchange.ts';
import type { InTime } from '../server/deadline.ts';

const MAX_ADDRESSES = 10_000;

/** The subject that a request counts for, and its rates. */
export interface CountedSubject {
  subject: string;
  allowance: Allowance;
}

export interface CountingOptions {
  inTime: InTime;
  limiter: Limiter<Allowance>;
}

/** Counts one request; only in this process while the store is unavailable. */
export function countRequest(
  { inTime, limiter }: CountingOptions,
  exchange: Exchange,
  { subject, allowance }: CountedSubject,
): Promise<Verdict> {
  return inTime(exchange, limiter.consume(subject, allowance)).catch(() =>
    limiter.consumeLocally(subject, allowance),
  );
}

/** Returns how anonymous requests are counted: by address, with the limits of the Business plan. */
export function countedByAddress(request: Request): CountedSubject {
  return { subject: `address:${addressOf(request).address}`, allowance: 'business' };
}

/** Returns the address that a request counts for when its sender is not identified. */
export function addressOf(request: Request) {
  return clientAddressOf(request.ip, request.socket.remoteAddress);
}

/** Returns the error for an exceeded rate limit. */
export function limitReached({ refusedBy, hour, minute }: Verdict): AppError {
  const isHour = refusedBy === 'hour';
  const max = isHour ? hour.limit : minute.limit;
  const used = `${max} requests per ${isHour ? 'hour' : 'minute'}`;
  const problem = isHour ? 'requests_per_hour' : 'requests_per_minute';
  return fault(problem, `The limit of ${used} is exceeded`, null, { max });
}

/** Reports a verdict in the headers of the response. */
export function reportUsage({ response }: Exchange, verdict: Verdict): void {
  response.set(rateLimitHeaders(verdict, verdict.refusedBy));
}

/**
 * Returns the three X-RateLimit headers and the two of the IETF draft. A refusal by the burst window reports
 * the end of that window.
 */
export function rateLimitHeaders(usage: Usage, refusedBy: Verdict['refusedBy'] = null): Headers {
  const { hour, minute } = usage;
  const reset = refusedBy === 'minute' ? minute.resetAt : hour.resetAt;
  return {
    'X-RateLimit-Limit': String(hour.limit),
    'X-RateLimit-Remaining': String(hour.remaining),
    'X-RateLimit-Reset': String(Math.ceil(reset / 1_000)),
    'RateLimit-Policy': `"hour";q=${hour.limit};w=3600, "burst";q=${minute.limit};w=60`,
    RateLimit: `"hour";r=${hour.remaining};t=${secondsUntil(hour.resetAt)}, "burst";r=${minute.remaining};t=${secondsUntil(minute.resetAt)}`,
    ...(refusedBy && { 'Retry-After': String(Math.max(1, secondsUntil(reset))) }),
  };
}

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

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}

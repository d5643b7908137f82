import {
  RateLimiterMemory,
  type RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type Plan, PLAN_LIMITS, PLANS } from '../schema/account/plans.ts';
import { createCount, PostgresCounter } from './postgres-counter.ts';

const HOUR_S = 3_600;
const MINUTE_S = 60;
const MAX_REFUSALS = 10_000;

/** One window of a limit; `resetAt` in milliseconds since 1970. */
export interface Window {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** Where a subject stands in its two windows. */
export interface Usage {
  hour: Window;
  minute: Window;
}

/** Whether a request may be served; `refusedBy` is the window that is used up. */
export type Verdict = Usage & { refusedBy: 'hour' | 'minute' | null };

/** Where the counters live: one store for all processes. */
export type Store = { pool: Pool } | { redis: Redis };

export interface Limiter {
  /** Counts one request of `subject`, an account or a client address, unless it is refused. */
  consume(subject: string, plan: Plan): Promise<Verdict>;
  /** The same by the memory of this process alone, for when the store cannot be waited for. */
  consumeLocally(subject: string, plan: Plan): Promise<Verdict>;
  /** Where `subject` stands, without counting. */
  peek(subject: string, plan: Plan): Promise<Usage>;
}

/** A verdict, and until when it stays the same; undefined if it may change at once. */
interface Outcome {
  verdict: Verdict;
  until?: number | undefined;
}

interface Windows {
  hour: Counter;
  minute: Counter;
}

/** One window of each of any number of subjects. */
export type Counter = RateLimiterPostgres | RateLimiterRedis | RateLimiterMemory;

/**
 * Fixed windows, opened by a subject's first request. Counters are shared by all plans, so that a
 * change of plan keeps them. Once a window is used up, its process refuses from memory, without
 * asking for the other one, in which nobody can count any more. If the store is away, a limiter in
 * memory answers instead, whose refusals are not remembered.
 */
export function createLimiter(store: Store): Limiter {
  const local = new Map(PLANS.map((plan) => [plan, localWindows(plan)]));
  const open = sharedCounters(store);
  const shared = new Map(
    Array.from(local, ([plan, { hour, minute }]) => [plan, { hour: open(hour), minute: open(minute) }]),
  );
  const refusals = new LRUCache<string, Verdict>({ max: MAX_REFUSALS });
  return {
    async consume(subject, plan) {
      const refusal = refusals.get(plan + subject);
      if (refusal) return renewed(refusal);
      const { verdict, until } = await consume(shared.get(plan)!, subject);
      const ttl = (until ?? 0) - Date.now();
      if (ttl >= 1) refusals.set(plan + subject, verdict, { ttl: Math.floor(ttl) });
      return verdict;
    },
    consumeLocally: async (subject, plan) => (await consume(local.get(plan)!, subject)).verdict,
    async peek(subject, plan) {
      const { hour, minute } = shared.get(plan)!;
      const [main, burst] = await Promise.all([hour.get(subject), minute.get(subject)]);
      return { hour: windowOf(hour, main), minute: windowOf(minute, burst) };
    },
  };
}

async function consume({ hour, minute }: Windows, subject: string): Promise<Outcome> {
  const burst = await take(minute, subject);
  if (burst.refused) {
    await giveBackExcess(minute, subject, burst.state);
    const main = windowOf(hour, await hour.get(subject));
    // Whoever has used up both must wait for the longer one.
    const refusedBy = main.remaining > 0 ? 'minute' : 'hour';
    const usage = { hour: main, minute: windowOf(minute, burst.state) };
    return {
      verdict: { ...usage, refusedBy },
      until: isRemembered(burst) ? usage.minute.resetAt : undefined,
    };
  }
  const main = await take(hour, subject);
  const usage = { hour: windowOf(hour, main.state), minute: windowOf(minute, burst.state) };
  if (!main.refused) return { verdict: { ...usage, refusedBy: null } };
  await giveBackExcess(hour, subject, main.state);
  await giveBack(minute, subject, burst.state);
  return {
    verdict: { ...usage, refusedBy: 'hour' },
    until: isRemembered(main) ? usage.hour.resetAt : undefined,
  };
}

/** Whether a counter refused because it knows that it is used up: such a state comes without a count. */
function isRemembered({ refused, state }: { refused: boolean; state: RateLimiterRes }): boolean {
  return refused && state.consumedPoints === 0;
}

/** A refusal by the hour outlasts the minute it began in. */
function renewed(refusal: Verdict): Verdict {
  const { minute, refusedBy } = refusal;
  if (refusedBy === 'minute' || minute.resetAt > Date.now()) return refusal;
  const resetAt = Date.now() + MINUTE_S * 1_000;
  return { ...refusal, minute: { ...minute, remaining: minute.limit, resetAt } };
}

/** Takes a point, or more than there are: that is for the caller to give back. */
export async function take(
  counter: Counter,
  subject: string,
): Promise<{ refused: boolean; state: RateLimiterRes }> {
  try {
    return { refused: false, state: await counter.consume(subject) };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { refused: true, state: error };
    throw error;
  }
}

/** Refused requests do not count; one refused from memory was never counted. */
export async function giveBackExcess(
  counter: Counter,
  subject: string,
  state: RateLimiterRes,
): Promise<void> {
  if (state.consumedPoints > counter.points) await giveBack(counter, subject, state);
}

/** A window about to end is left alone: the point must not be taken off the next one. */
export async function giveBack(counter: Counter, subject: string, state: RateLimiterRes): Promise<void> {
  if (state.msBeforeNext > 1_000) await counter.reward(subject);
}

function localWindows(plan: Plan) {
  const { perHour, perMinute } = PLAN_LIMITS[plan];
  return {
    hour: new RateLimiterMemory({ keyPrefix: 'hour', points: perHour, duration: HOUR_S }),
    minute: new RateLimiterMemory({ keyPrefix: 'minute', points: perMinute, duration: MINUTE_S }),
  };
}

/**
 * What opens, for a counter in memory, the one in the store that it stands in for. One that remembers
 * refusals asks no more until the window ends; points given back after it was used up are not seen.
 */
export function sharedCounters(
  store: Store,
  { remembersRefusals = true } = {},
): (local: RateLimiterMemory) => Counter {
  if ('redis' in store) {
    return (local) =>
      new RateLimiterRedis({ ...optionsOf(local, remembersRefusals), storeClient: store.redis });
  }
  const count = createCount(store.pool);
  return (local) =>
    new PostgresCounter(count, {
      ...optionsOf(local, remembersRefusals),
      storeClient: store.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
}

function optionsOf(local: RateLimiterMemory, remembersRefusals: boolean) {
  const { keyPrefix, points, duration } = local;
  const inMemoryBlockOnConsumed = remembersRefusals ? points : 0;
  return { keyPrefix, points, duration, inMemoryBlockOnConsumed, insuranceLimiter: local };
}

function windowOf({ points, duration }: Counter, state: RateLimiterRes | null): Window {
  const left = state ? state.msBeforeNext : duration * 1_000;
  return { limit: points, remaining: state ? state.remainingPoints : points, resetAt: Date.now() + left };
}

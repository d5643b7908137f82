import { type RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { createStatements, PostgresCounter } from './postgres-counter.ts';

/** The store of the counters, shared by all processes. */
export type Store = { pool: Pool } | { redis: Redis };

/** One rate-limit window for any number of subjects. */
export type Counter = PostgresCounter | RateLimiterRedis | RateLimiterMemory;

/**
 * Returns a function that creates the shared counter for a counter in memory, which serves as its fallback. With
 * `remembersRefusals` Redis is not asked again until an exceeded window ends, so points given back in the meantime are
 * not seen.
 */
export function sharedCounters(
  store: Store,
  { remembersRefusals = true } = {},
): (local: RateLimiterMemory) => Counter {
  if ('pool' in store) {
    const statements = createStatements(store.pool);
    return (local) => new PostgresCounter(statements, local);
  }
  return (local) => {
    const { keyPrefix, points, duration } = local;
    const inMemoryBlockOnConsumed = remembersRefusals ? points : 0;
    const options = { keyPrefix, points, duration, inMemoryBlockOnConsumed, insuranceLimiter: local };
    return new RateLimiterRedis({ ...options, storeClient: store.redis });
  };
}

/** Takes points, even beyond the limit; the caller gives the excess back. */
export async function take(
  counter: Counter,
  subject: string,
  points = 1,
): Promise<{ refused: boolean; state: RateLimiterRes }> {
  try {
    return { refused: false, state: await counter.consume(subject, points) };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { refused: true, state: error };
    throw error;
  }
}

/** Refused requests do not count. One refused from memory was never counted. */
export async function giveBackExcess(
  counter: Counter,
  subject: string,
  state: RateLimiterRes,
): Promise<void> {
  if (state.consumedPoints > counter.points) await giveBack(counter, subject, state);
}

/** So shortly before its end, no point is given back to a window: it could be taken off the next one. */
export const ENDING_MS = 1_000;

/** Gives a point back, unless the window is about to end. */
export async function giveBack(counter: Counter, subject: string, state: RateLimiterRes): Promise<void> {
  if (state.msBeforeNext > ENDING_MS) await counter.reward(subject);
}

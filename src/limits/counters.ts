import {
  type RateLimiterMemory,
  type RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { createStatements, PostgresCounter } from './postgres-counter.ts';

/** The store of the counters, shared by all processes. */
export type Store = { pool: Pool } | { redis: Redis };

/** One rate-limit window for any number of subjects. */
export type Counter = RateLimiterPostgres | RateLimiterRedis | RateLimiterMemory;

/**
 * Returns a function that creates the shared counter for a counter in memory, which serves as its fallback. With
 * `remembersRefusals` it does not ask the store again until an exceeded window ends, so it does not see points given
 * back in the meantime.
 */
export function sharedCounters(
  store: Store,
  { remembersRefusals = true } = {},
): (local: RateLimiterMemory) => Counter {
  if ('redis' in store) {
    return (local) =>
      new RateLimiterRedis({ ...optionsOf(local, remembersRefusals), storeClient: store.redis });
  }
  const statements = createStatements(store.pool);
  return (local) =>
    new PostgresCounter(statements, {
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

/** Gives a point back, unless the window is about to end: the point must not be taken off the next one. */
export async function giveBack(counter: Counter, subject: string, state: RateLimiterRes): Promise<void> {
  if (state.msBeforeNext > 1_000) await counter.reward(subject);
}

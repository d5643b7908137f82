import {
  type RateLimiterMemory,
  type RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { createStatements, PostgresCounter } from './postgres-counter.ts';

/** Where the counters live: one store for all processes. */
export type Store = { pool: Pool } | { redis: Redis };

/** One window of each of any number of subjects. */
export type Counter = RateLimiterPostgres | RateLimiterRedis | RateLimiterMemory;

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

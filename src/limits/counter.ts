import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Store } from './store.ts';
import { ENDING_MS } from './verdict.ts';

/** A counter of one window for any number of subjects. */
export type Counter = RateLimiterPostgres | RateLimiterRedis | RateLimiterMemory;

interface CounterOptions {
  keyPrefix: string;
  points: number;
  /** The length of the window, in seconds. */
  duration: number;
  /** Counts while the store is unavailable. */
  insuranceLimiter?: Counter;
}

/** Opens a counter in the store, or in the memory of the process. */
export function openCounter(store: Store | undefined, options: CounterOptions): Counter {
  if (!store) return new RateLimiterMemory(options);
  if ('redis' in store) return new RateLimiterRedis({ ...options, storeClient: store.redis });
  return new RateLimiterPostgres({
    ...options,
    storeClient: store.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

/** Takes a point. Refused requests do not count: points beyond the limit are given back. */
export async function take(
  counter: Counter,
  subject: string,
): Promise<{ refused: boolean; state: RateLimiterRes }> {
  try {
    return { refused: false, state: await counter.consume(subject) };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    await giveBack(counter, subject, error);
    return { refused: true, state: error };
  }
}

/** Gives a point back, unless the window is about to end. */
export async function giveBack(counter: Counter, subject: string, state: RateLimiterRes): Promise<void> {
  if (state.msBeforeNext > ENDING_MS) await counter.reward(subject);
}

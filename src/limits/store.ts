import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { type ConnectionSettings, openPool } from '../database/client.ts';
import type { Logger } from '../log.ts';

const REDIS_TIMEOUT_MS = 1_000;
const STORE_CONNECTIONS = 5;

/** The store of the counters, shared by all processes. */
export type Store = { pool: Pool } | { redis: Redis };

/** The store of the rate-limit counters, and how to close it. */
export type OpenStore = Store & {
  /** Resolves when the store responds, or the wait for it ends. */
  ready: Promise<unknown>;
  close(): Promise<unknown>;
};

/** Opens the counter store: Redis when `redisUrl` is set, otherwise PostgreSQL. */
export function openStore(
  redisUrl: string | undefined,
  to: Pick<ConnectionSettings, 'url' | 'isPooled' | 'statementTimeoutMs'>,
  log: Logger,
): OpenStore {
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'the rate-limit store is unavailable');
  };
  if (redisUrl) {
    const redis = new Redis(redisUrl, {
      commandTimeout: REDIS_TIMEOUT_MS,
      connectTimeout: REDIS_TIMEOUT_MS,
      // Drops a connection that does not respond, so that only the first requests wait for it.
      socketTimeout: REDIS_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    redis.on('error', onError);
    const ready = once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_TIMEOUT_MS) }).catch(() => {});
    return { redis, ready, close: async () => redis.disconnect() };
  }
  const pool = openPool({ ...to, name: 'provender limits', max: STORE_CONNECTIONS }, onError);
  return { pool, ready: Promise.resolve(), close: () => ((isClosing = true), pool.end()) };
}

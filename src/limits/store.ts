import { once } from 'node:events';
import { Redis } from 'ioredis';
import { type ConnectionSettings, openPool } from '../database/client.ts';
import type { Logger } from '../log.ts';
import type { Store } from './counters.ts';

const REDIS_TIMEOUT_MS = 1_000;
/** Also bounds the wait for a free connection: an outage is told sooner, by the watch over requests. */
const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 5;

/** The store of the rate limits' counters, and how to let go of it. */
export type OpenStore = Store & {
  /** Resolves when the store can be asked, or cannot be waited for. */
  ready: Promise<unknown>;
  close(): Promise<unknown>;
};

/** Opens the counters in Redis when `redisUrl` is set, else in PostgreSQL. */
export function openStore(
  redisUrl: string | undefined,
  to: Pick<ConnectionSettings, 'url' | 'isPooled' | 'statementTimeoutMs'>,
  log: Logger,
): OpenStore {
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'the store of the rate limits is away');
  };
  if (redisUrl) {
    const redis = new Redis(redisUrl, {
      commandTimeout: REDIS_TIMEOUT_MS,
      connectTimeout: REDIS_TIMEOUT_MS,
      // A connection that hangs is given up, so that only the first requests wait for it.
      socketTimeout: REDIS_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    redis.on('error', onError);
    const ready = once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_TIMEOUT_MS) }).catch(() => {});
    return { redis, ready, close: async () => redis.disconnect() };
  }
  const settings = {
    name: 'provender limits',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const pool = openPool({ ...to, ...settings }, onError);
  return { pool, ready: Promise.resolve(), close: () => ((isClosing = true), pool.end()) };
}

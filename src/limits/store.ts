import { Redis } from 'ioredis';
import { Pool, type QueryConfig } from 'pg';
import type { Logger } from '../log.ts';
import type { Store } from './limiter.ts';

const TIMEOUT_MS = 500;
const AWAY_MS = 1_000;
const CONNECTIONS = 5;

/** The store of the rate limits' counters, and how to let go of it. */
export type OpenStore = Store & { close(): Promise<unknown> };

/** Opens the counters in Redis when `redisUrl` is set, else in PostgreSQL. */
export function openStore(redisUrl: string | undefined, databaseUrl: string, log: Logger): OpenStore {
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'the store of the rate limits is away');
  };
  if (redisUrl) {
    const redis = new Redis(redisUrl, {
      commandTimeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    redis.on('error', onError);
    return { redis, close: async () => redis.disconnect() };
  }
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: 2 * TIMEOUT_MS,
    application_name: 'provender limits',
    // A counter may lose its last moments in a crash of the server; waiting for its disk costs more.
    options: '-c synchronous_commit=off',
  });
  pool.on('error', onError);
  return { pool: skippedWhileAway(pool), close: () => ((isClosing = true), pool.end()) };
}

/** A store that hangs is left alone for a second each time: only the first requests wait for it. */
function skippedWhileAway(pool: Pool): Pick<Pool, 'query'> {
  let awayUntil = 0;
  return {
    async query(config: QueryConfig) {
      if (Date.now() < awayUntil) throw new Error('the store of the rate limits is away');
      return pool.query(config).catch((error: Error) => {
        if (/timeout/i.test(error.message)) awayUntil = Date.now() + AWAY_MS;
        throw error;
      });
    },
  } as Pick<Pool, 'query'>;
}

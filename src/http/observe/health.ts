import { Router } from 'express';
import type { Pool } from 'pg';
import { EditedMigrationError, pendingMigrations } from '../../database/migrate.ts';
import { isShort } from '../../database/shortage.ts';
import type { Metrics } from './metrics.ts';

const CHECK_EVERY_MS = 100;
/** Collecting the metrics takes about ten milliseconds. */
const SCRAPE_EVERY_MS = 1_000;

export interface HealthOptions {
  /** Separate connections, so that checks do not compete with requests. */
  pool: Pick<Pool, 'query'>;
  metrics: Metrics;
  /** Returns whether this process's worker is running; null without a worker. */
  isWorkerAlive: (() => boolean) | null;
  isStopping: () => boolean;
}

/**
 * Returns the routes of `/healthz` (the process runs), `/readyz` (it can do its work) and `/metrics` (for
 * Prometheus). The latter two are evaluated a few times a second at most, however often they are requested.
 */
export function healthRoutes({ pool, metrics, isWorkerAlive, isStopping }: HealthOptions): Router {
  const router = Router();
  const database = shared(() => checkDatabase(pool), CHECK_EVERY_MS);
  const samples = shared(metrics.expose, SCRAPE_EVERY_MS);
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const checks: Record<string, string> = {
      process: isStopping() ? 'stopping' : 'ok',
      ...(await database()),
      ...(isWorkerAlive && { worker: isWorkerAlive() ? 'ok' : 'stopped' }),
    };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable', checks });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await samples());
  });
  return router;
}

async function checkDatabase(pool: HealthOptions['pool']): Promise<Record<string, string>> {
  try {
    const pending = await pendingMigrations(pool);
    return {
      database: (await isShort(pool)) ? 'cannot write' : 'ok',
      migrations: pending.length === 0 ? 'ok' : 'pending',
    };
  } catch (error) {
    if (!(error instanceof EditedMigrationError)) return { database: 'unreachable', migrations: 'unknown' };
    return { database: 'ok', migrations: `edited: ${error.migration}` };
  }
}

/**
 * Returns a function whose concurrent callers share one result of `work`, which begins once in `everyMs` at
 * most: more frequent callers get the latest result.
 */
function shared<T>(work: () => Promise<T>, everyMs: number): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let isUnderWay = false;
  let beganAt = 0;
  return () => {
    if (latest && (isUnderWay || performance.now() - beganAt < everyMs)) return latest;
    isUnderWay = true;
    beganAt = performance.now();
    latest = work().finally(() => (isUnderWay = false));
    return latest;
  };
}

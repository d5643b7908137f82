import { Router } from 'express';
import type { Pool } from 'pg';
import { pendingMigrations } from '../database/migrate.ts';
import type { Watch } from '../database/watch.ts';
import type { Metrics } from './metrics.ts';

export interface HealthOptions {
  pool: Pool;
  watch: Watch;
  metrics: Metrics;
  /** Whether this process runs a worker, and whether that one works; null without a worker. */
  isWorkerAlive: (() => boolean) | null;
  isStopping: () => boolean;
}

/** `/healthz`: the process lives. `/readyz`: it can do its work. `/metrics`: for Prometheus. */
export function healthRoutes(options: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const checks = await check(options);
    const isReady = Object.values(checks).every((state) => state === 'ok');
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable', checks });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(options.metrics.contentType).send(await options.metrics.expose());
  });
  return router;
}

async function check({
  pool,
  watch,
  isWorkerAlive,
  isStopping,
}: HealthOptions): Promise<Record<string, string>> {
  const pending = await watch(pendingMigrations(pool)).catch(() => null);
  return {
    process: isStopping() ? 'stopping' : 'ok',
    database: pending ? 'ok' : 'unreachable',
    migrations: pending?.length === 0 ? 'ok' : pending ? 'pending' : 'unknown',
    ...(isWorkerAlive && { worker: isWorkerAlive() ? 'ok' : 'stopped' }),
  };
}

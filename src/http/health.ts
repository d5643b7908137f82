import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import type { Pool } from 'pg';
import { EditedMigrationError, pendingMigrations } from '../database/migrate.ts';
import type { Metrics } from './metrics.ts';
import { shared } from './shared.ts';

/** Together with the time of one check, within the two seconds in which an outage must be told. */
const CHECKS = { times: 10, perMs: 1_000 };
const CHECK_TIMEOUT_MS = 1_000;
/** Adding the metrics up takes some ten milliseconds. */
const SCRAPES = { times: 1, perMs: 1_000 };

export interface HealthOptions {
  /** A connection of their own, so that checks neither wait for requests nor take a place from them. */
  pool: Pick<Pool, 'connect'>;
  metrics: Metrics;
  /** Whether this process runs a worker, and whether that one works; null without a worker. */
  isWorkerAlive: (() => boolean) | null;
  isStopping: () => boolean;
}

/**
 * `/healthz`: the process lives. `/readyz`: it can do its work. `/metrics`: for Prometheus. However
 * many ask for the latter two, what they show is found out a few times a second at most.
 */
export function healthRoutes({ pool, metrics, isWorkerAlive, isStopping }: HealthOptions): Router {
  const router = Router();
  const database = shared(() => checkDatabase(pool), CHECKS);
  const samples = shared(metrics.expose, SCRAPES);
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
  const pending = await pendingIn(pool).catch((error: unknown) => error);
  if (pending instanceof EditedMigrationError) {
    return { database: 'ok', migrations: `edited: ${pending.migration}` };
  }
  if (!Array.isArray(pending)) return { database: 'unreachable', migrations: 'unknown' };
  return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' };
}

/** A connection that does not answer in time is given up: the next check makes another one. */
async function pendingIn(pool: HealthOptions['pool']): Promise<string[]> {
  const client = await pool.connect();
  const overdue = new AbortController();
  const late = timeout(overdue.signal);
  try {
    const pending = await Promise.race([pendingMigrations(client), late]);
    client.release();
    return pending;
  } catch (error) {
    client.release(error instanceof EditedMigrationError ? undefined : (error as Error));
    throw error;
  } finally {
    overdue.abort();
  }
}

async function timeout(signal: AbortSignal): Promise<never> {
  await sleep(CHECK_TIMEOUT_MS, undefined, { signal });
  // If this process was late itself, the database's answer is read only now.
  await turn();
  await turn();
  throw new Error('the database does not answer');
}

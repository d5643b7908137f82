import type { Pool } from 'pg';
import { KEPT_HOURS } from '../schema/idempotency/once.ts';

const BATCH = 10_000;

/** Deletes what has outlived its use, in batches so that no transaction grows long. */
export async function pruneExpired(pool: Pick<Pool, 'query'>): Promise<void> {
  await inBatches(
    pool,
    `
    DELETE FROM idempotency_keys WHERE (account_id, key) IN (
      SELECT account_id, key FROM idempotency_keys
      WHERE created_at < now() - make_interval(hours => ${KEPT_HOURS}) LIMIT ${BATCH})`,
  );
  await inBatches(
    pool,
    `
    DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000 LIMIT ${BATCH})`,
  );
}

async function inBatches(pool: Pick<Pool, 'query'>, deletion: string): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH) deleted = (await pool.query(deletion)).rowCount ?? 0;
}

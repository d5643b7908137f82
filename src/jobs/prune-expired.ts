import { makeWorkerUtils } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Expiry } from '../database/expiry.ts';
import { RATE_LIMIT_EXPIRY } from '../limits/expiry.ts';
import { ALERT_EXPIRY } from '../schema/exchange/alert/expiry.ts';
import { API_KEY_EXPIRY } from '../schema/people/api-key/expiry.ts';
import { EVENT_EXPIRY } from '../schema/core/event/expiry.ts';
import { IDEMPOTENCY_EXPIRY } from '../schema/core/idempotency/expiry.ts';
import { IMPORT_EXPIRY } from '../schema/exchange/import/expiry.ts';
import { PERSON_EXPIRY } from '../schema/people/person/expiry.ts';
import { RECEIPT_EXPIRY } from '../schema/trade/receipt/expiry.ts';
import { TOUR_EXPIRY } from '../schema/trade/tour/expiry.ts';
import { SESSION_EXPIRY } from '../schema/people/session/expiry.ts';
import { USAGE_EXPIRY } from '../schema/insight/usage/expiry.ts';
import { WEBHOOK_EXPIRY } from '../schema/exchange/webhook/expiry.ts';
import { WITHDRAWAL_EXPIRY } from '../schema/trace/withdrawal/expiry.ts';
import { inBatches, PRUNE_BATCH } from './in-batches.ts';

/** The rows that expire by their age alone, in the order in which they are deleted. */
export const EXPIRING: readonly Expiry[] = [
  ...IDEMPOTENCY_EXPIRY,
  ...RATE_LIMIT_EXPIRY,
  ...API_KEY_EXPIRY,
  // guard: expired-sessions
  ...SESSION_EXPIRY,
  ...PERSON_EXPIRY,
  ...RECEIPT_EXPIRY,
  ...TOUR_EXPIRY,
  ...USAGE_EXPIRY,
  ...WITHDRAWAL_EXPIRY,
  ...ALERT_EXPIRY,
  ...IMPORT_EXPIRY,
  ...WEBHOOK_EXPIRY,
  ...EVENT_EXPIRY,
];

/** Deletes expired rows, in batches. */
export async function pruneExpired(
  pool: Pick<Pool, 'query'>,
  expiring: readonly Expiry[] = EXPIRING,
): Promise<void> {
  for (const { table, key, hasExpired } of expiring) {
    await inBatches(
      pool,
      `DELETE FROM ${table} WHERE (${key.join(', ')}) IN (
         SELECT ${key.join(', ')} FROM ${table} WHERE ${hasExpired} LIMIT ${PRUNE_BATCH})`,
    );
  }
}

/** Deletes jobs that will never run again, for example of a worker that was killed. */
export async function pruneJobs(pgPool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool });
  await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] }).finally(() => utils.release());
}

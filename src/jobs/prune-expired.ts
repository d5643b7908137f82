import { makeWorkerUtils } from 'graphile-worker';
import type { Pool } from 'pg';
import { ALERT_DAYS } from '../schema/alert/types.ts';
import { IMPORT_DAYS } from '../schema/import/import-limits.ts';
import { KEPT_HOURS } from '../schema/idempotency/once.ts';
import { PHOTO_DAYS } from '../schema/receipt/add-photo.ts';

export const PRUNE_BATCH = 10_000;
/** How long events, messages and their log are stored. */
const KEPT_DAYS = 30;
/** One more day than shown, so that the last 30 days are complete at any hour. */
const COUNTED_DAYS = 31;

/** Deletes expired rows, in batches that keep transactions short. */
export async function pruneExpired(pool: Pick<Pool, 'query'>): Promise<void> {
  const deletions = [
    `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
       SELECT account_id, key FROM idempotency_keys
       WHERE created_at < now() - make_interval(hours => ${KEPT_HOURS}) LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM idempotency_usage WHERE (account_id, hour) IN (
       SELECT account_id, hour FROM idempotency_usage
       WHERE hour < now() - make_interval(hours => ${KEPT_HOURS + 1}) LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM rate_limits WHERE key IN (
       SELECT key FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000 LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM webhook_earlier_secrets WHERE (account_id, subscription_id, id) IN (
       SELECT account_id, subscription_id, id FROM webhook_earlier_secrets
       WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM api_key_earlier_secrets WHERE (account_id, key_id, secret_hash) IN (
       SELECT account_id, key_id, secret_hash FROM api_key_earlier_secrets
       WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM sessions WHERE (account_id, id) IN (
       SELECT account_id, id FROM sessions WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM known_devices WHERE (account_id, person_id, token_hash) IN (
       SELECT account_id, person_id, token_hash FROM known_devices WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM invitations WHERE (account_id, id) IN (
       SELECT account_id, id FROM invitations WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM password_resets WHERE (account_id, person_id) IN (
       SELECT account_id, person_id FROM password_resets WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM receipt_links WHERE (account_id, token_hash) IN (
       SELECT account_id, token_hash FROM receipt_links WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM notice_links WHERE (account_id, token_hash) IN (
       SELECT account_id, token_hash FROM notice_links WHERE expires_at <= now() LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM receipt_photos WHERE (account_id, id) IN (
       SELECT account_id, id FROM receipt_photos
       WHERE created_at < now() - make_interval(days => ${PHOTO_DAYS})
         OR receipt_id IS NULL AND created_at < now() - interval '1 day' LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM request_counts WHERE (account_id, key_id, hour) IN (
       SELECT account_id, key_id, hour FROM request_counts
       WHERE hour < now() - make_interval(days => ${COUNTED_DAYS}) LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM request_failures WHERE (account_id, day, key_id, endpoint, status, code) IN (
       SELECT account_id, day, key_id, endpoint, status, code FROM request_failures
       WHERE day < (now() AT TIME ZONE 'UTC')::date - ${COUNTED_DAYS} LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM alerts WHERE (account_id, id) IN (
       SELECT account_id, id FROM alerts
       WHERE created_at < now() - make_interval(days => ${ALERT_DAYS}) LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM withdrawn_dispatches WHERE (account_id, id) IN (
       SELECT account_id, id FROM withdrawn_dispatches
       WHERE dispatched_at < now() - make_interval(days => ${ALERT_DAYS}) LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM imports WHERE (account_id, id) IN (
       SELECT account_id, id FROM imports
       WHERE created_at < now() - make_interval(days => ${IMPORT_DAYS}) AND status <> 'running' LIMIT ${PRUNE_BATCH})`,
    `DELETE FROM webhook_attempts WHERE (account_id, id) IN (
       SELECT account_id, id FROM webhook_attempts
       WHERE attempted_at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${PRUNE_BATCH})`,
    // Deleting an event deletes its messages.
    `DELETE FROM events WHERE (account_id, id) IN (
       SELECT account_id, id FROM events
       WHERE created_at < now() - make_interval(days => ${KEPT_DAYS}) AND recipients IS NULL
         AND NOT EXISTS (SELECT FROM webhook_messages message
                         WHERE message.account_id = events.account_id AND message.event_id = events.id
                           AND message.status = 'pending')
       LIMIT ${PRUNE_BATCH})`,
  ];
  for (const deletion of deletions) await inBatches(pool, deletion);
}

/** Deletes jobs that will never run again, for example of a worker that was killed. */
export async function pruneJobs(pgPool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool });
  await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] }).finally(() => utils.release());
}

/** Repeats a deletion of at most {@link PRUNE_BATCH} rows until it finds fewer. */
export async function inBatches(
  pool: Pick<Pool, 'query'>,
  deletion: string,
  values: unknown[] = [],
): Promise<void> {
  let deleted = PRUNE_BATCH;
  while (deleted === PRUNE_BATCH) deleted = (await pool.query(deletion, values)).rowCount ?? 0;
}

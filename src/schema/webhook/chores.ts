import type { Pool } from 'pg';
import type { Tx } from '../../database/connect.ts';
import { webhookIdOf } from './webhook-id.ts';

/** Messages or events per statement. */
const BATCH = 500;
/** Ids follow time, except for overlapping transactions. */
const SLACK = `interval '1 minute'`;

/** Cancels messages that wait for deactivated subscriptions, except those still to be recovered. */
const CANCEL = {
  name: 'cancel-deactivated',
  text: `
    WITH given_up AS (
      DELETE FROM webhook_chores chore USING webhook_subscriptions subscription
      WHERE chore.account_id = $1 AND recover_since IS NOT NULL AND subscription.account_id = $1
        AND subscription.id = chore.subscription_id AND subscription.status = 'deactivated')
    UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL
    WHERE account_id = $1 AND id = ANY(ARRAY(
      SELECT waiting.id FROM webhook_subscriptions subscription CROSS JOIN LATERAL (
        SELECT id FROM webhook_messages message
        WHERE account_id = $1 AND message.subscription_id = subscription.id AND message.status = 'pending'
        ORDER BY next_attempt_at LIMIT ${BATCH} FOR NO KEY UPDATE) AS waiting
      WHERE subscription.account_id = $1 AND subscription.status = 'deactivated' LIMIT ${BATCH}))`,
};

/** Deletes the messages of a deleted subscription; an incomplete batch is the last. */
const PURGE = {
  name: 'purge-messages',
  text: `
    WITH chore AS MATERIALIZED (
      SELECT subscription_id FROM webhook_chores WHERE account_id = $1 AND recover_since IS NULL AND ($2::bigint IS NULL OR subscription_id = $2) LIMIT 1
    ), purged AS (
      DELETE FROM webhook_messages WHERE account_id = $1 AND id = ANY(ARRAY(
        SELECT id FROM webhook_messages message
        WHERE account_id = $1 AND message.subscription_id = (SELECT subscription_id FROM chore) ORDER BY id LIMIT ${BATCH}))
      RETURNING id
    ), done AS (
      DELETE FROM webhook_chores USING chore
      WHERE account_id = $1 AND webhook_chores.subscription_id = chore.subscription_id
        AND (SELECT count(*) FROM purged) < ${BATCH})
    SELECT 1 FROM chore`,
};

/** Goes from the newest to the oldest; ends with an incomplete batch, or past the requested time. */
const RECOVER = {
  name: 'recover-batch',
  text: `
    WITH chore AS MATERIALIZED (
      SELECT chore.*, subscription.events, greatest(recover_since, subscription.created_at) AS since
      FROM webhook_chores chore JOIN webhook_subscriptions subscription
        ON subscription.account_id = $1 AND subscription.id = chore.subscription_id AND subscription.status = 'active'
      WHERE chore.account_id = $1 AND recover_since IS NOT NULL AND ($2::bigint IS NULL OR subscription_id = $2)
      LIMIT 1 FOR NO KEY UPDATE OF chore
    ), unsent AS MATERIALIZED (
      SELECT message.*, since FROM chore CROSS JOIN LATERAL (
        SELECT id, created_at FROM webhook_messages message
        WHERE account_id = $1 AND message.subscription_id = chore.subscription_id AND status IN ('failed', 'cancelled')
          AND id < message_before
        ORDER BY id DESC LIMIT ${BATCH}) AS message
    ), afresh AS (
      UPDATE webhook_messages SET status = 'pending', failures = 0, job_number = job_number + 1, next_attempt_at = now(), at_once = false
      WHERE account_id = $1 AND id = ANY(ARRAY(SELECT id FROM unsent WHERE created_at >= since)) AND status IN ('failed', 'cancelled')
      RETURNING id
    ), seen AS MATERIALIZED (
      SELECT event.*, since, subscription_id, events
      FROM chore CROSS JOIN LATERAL (
        SELECT id, type, recipients, created_at FROM events event WHERE account_id = $1 AND id < event_before
        ORDER BY id DESC LIMIT ${BATCH}) AS event
    ), missed AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, webhook_id)
      SELECT $1, subscription_id, id, ${webhookIdOf('subscription_id', 'seen')} FROM seen
      -- Events that still wait for the dispatcher were not missed.
      WHERE created_at >= since AND type = ANY(events) AND (recipients IS NULL OR subscription_id <> ALL(recipients))
      ORDER BY id
      ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING RETURNING id
    ), next AS (
      SELECT (SELECT min(id) FROM unsent HAVING count(*) = ${BATCH} AND min(created_at) >= min(since) - ${SLACK}) AS message_before,
             (SELECT min(id) FROM seen HAVING count(*) = ${BATCH} AND min(created_at) >= min(since) - ${SLACK}) AS event_before
    ), moved AS (
      UPDATE webhook_chores SET message_before = next.message_before, event_before = next.event_before FROM next, chore
      WHERE webhook_chores.account_id = $1 AND webhook_chores.subscription_id = chore.subscription_id
        AND coalesce(next.message_before, next.event_before) IS NOT NULL
    ), done AS (
      DELETE FROM webhook_chores USING next, chore
      WHERE webhook_chores.account_id = $1 AND webhook_chores.subscription_id = chore.subscription_id
        AND next.message_before IS NULL AND next.event_before IS NULL
    )
    SELECT (SELECT count(*) FROM afresh)::int + (SELECT count(*) FROM missed)::int AS count,
           next.message_before IS NULL AND next.event_before IS NULL AS "isDone"
    FROM chore, next`,
};

/** Deletes a batch of the messages of a deleted subscription. */
export async function purgeBatch(tx: Tx, account: bigint, subscription: bigint): Promise<void> {
  await tx.$queryRawUnsafe(PURGE.text, account, subscription);
}

/** Recovers a batch of messages and events that the subscription missed. */
export async function recoverBatch(
  tx: Tx,
  account: bigint,
  subscription: bigint,
): Promise<{ count: number; isDone: boolean }> {
  const [batch] = await tx.$queryRawUnsafe<{ count: number; isDone: boolean }[]>(
    RECOVER.text,
    account,
    subscription,
  );
  return batch!;
}

/**
 * Runs a batch of each kind of chore of the account: cancels messages of deactivated subscriptions, deletes messages
 * of deleted ones, recovers missed ones. Returns whether there may be more.
 */
export async function doChores(pool: Pool, account: bigint): Promise<boolean> {
  const cancelled = await pool.query({ ...CANCEL, values: [account] });
  const purged = await pool.query({ ...PURGE, values: [account, null] });
  const recovered = await pool.query({ ...RECOVER, values: [account, null] });
  return cancelled.rowCount === BATCH || purged.rowCount! + recovered.rowCount! > 0;
}

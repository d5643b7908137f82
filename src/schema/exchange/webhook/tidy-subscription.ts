import type { Pool } from 'pg';
import { rowTypes } from '../../../database/direct/row-types.ts';
import { transact } from '../../../database/transact.ts';
import { isLocked } from '../../../database/unreachable.ts';
import { NOTE_RESENDS } from './resend-message.ts';
import { AGAIN_MS, DISPATCH_BATCH } from './sending-limits.ts';
import { webhookIdOf } from '../../core/noun/webhook-id.ts';
import { addIdleWebhookJob, type SubscriptionRef } from './webhook-jobs.ts';

/** A connection in a transaction, of pg or of Prisma. */
type RunStatement = <Row>(text: string, ...values: unknown[]) => Promise<Row[]>;

interface TidiedSubscription {
  status: string;
  /** The time from which to recover; null if there is nothing to recover. */
  since: Date | null;
  /** The ids before which the next batches of a recovery begin; null once all are recovered. */
  messageBefore: bigint | null;
  eventBefore: bigint | null;
}

/** The number of rows in a batch, and whether there may be more to do. */
interface Tidied {
  count: number;
  isMore: boolean;
}

/** The number of messages in a batch of a recovery, and the id before which the next begins. */
interface Sent {
  count: number;
  next: bigint | null;
}

const DONE: Sent = { count: 0, next: null };

/** The tolerance for overlapping transactions, whose ids do not follow their times. */
const SLACK = `interval '1 minute'`;

const LOCK = `
  SELECT status, CASE WHEN recover_since IS NOT NULL THEN greatest(recover_since, created_at) END AS since,
         recover_message_before AS "messageBefore", recover_event_before AS "eventBefore"
  FROM webhook_subscriptions WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const CANCEL = `
  UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL
  WHERE account_id = $1 AND id = ANY(ARRAY(
    SELECT id FROM webhook_messages WHERE account_id = $1 AND subscription_id = $2 AND status = 'pending'
    ORDER BY next_attempt_at LIMIT ${DISPATCH_BATCH} FOR NO KEY UPDATE))
  RETURNING id`;

const PURGE = `
  DELETE FROM webhook_messages WHERE account_id = $1 AND id = ANY(ARRAY(
    SELECT id FROM webhook_messages WHERE account_id = $1 AND subscription_id = $2 ORDER BY id LIMIT ${DISPATCH_BATCH}))
  RETURNING id`;

/**
 * SQL for the id before which the next batch begins; null after an incomplete batch, or past the requested
 * time.
 */
const NEXT = `(
  SELECT min(id) FROM batch
  HAVING count(*) = ${DISPATCH_BATCH} AND min(created_at) > $3::timestamptz - ${SLACK})`;

// Both go from the newest to the oldest.
const SEND_AGAIN = `
  WITH batch AS MATERIALIZED (
    SELECT id, created_at FROM webhook_messages
    WHERE account_id = $1 AND subscription_id = $2 AND status IN ('failed', 'cancelled') AND id < $4
    ORDER BY id DESC LIMIT ${DISPATCH_BATCH}
  ), sent AS (
    UPDATE webhook_messages
    SET status = 'pending', failures = 0, lease = NULL, next_attempt_at = now(), at_once = false
    WHERE account_id = $1 AND id = ANY(ARRAY(SELECT id FROM batch WHERE created_at >= $3::timestamptz))
      AND status IN ('failed', 'cancelled')
    RETURNING account_id, event_id
  ), noted AS (${NOTE_RESENDS})
  SELECT (SELECT count(*) FROM sent)::int AS count,
         ${NEXT} AS next`;

const SEND_MISSED = `
  WITH batch AS MATERIALIZED (
    SELECT account_id, id, type, recipients, created_at FROM events
    WHERE account_id = $1 AND id < $4 ORDER BY id DESC LIMIT ${DISPATCH_BATCH}
  ), sent AS (
    INSERT INTO webhook_messages (account_id, subscription_id, event_id, webhook_id)
    SELECT $1, $2, batch.id, ${webhookIdOf('$2::bigint', 'batch')}
    FROM batch JOIN webhook_subscriptions s ON s.account_id = $1 AND s.id = $2
    -- Events that still wait for the dispatcher were not missed.
    WHERE batch.created_at >= $3::timestamptz AND type = ANY(events)
      AND (recipients IS NULL OR $2 <> ALL(recipients))
    ORDER BY batch.id
    ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING RETURNING account_id, event_id
  ), noted AS (${NOTE_RESENDS})
  SELECT (SELECT count(*) FROM sent)::int AS count,
         ${NEXT} AS next`;

const MOVE = `
  UPDATE webhook_subscriptions
  SET recover_since = CASE WHEN $3::bigint IS NULL AND $4::bigint IS NULL THEN NULL ELSE recover_since END,
    recover_message_before = $3, recover_event_before = $4
  WHERE account_id = $1 AND id = $2`;

/**
 * Processes one batch of a subscription in the open transaction: deletes messages of a deleted one, cancels
 * waiting messages of a deactivated one, and recovers missed messages of an active one.
 */
export async function tidyBatch(query: RunStatement, { accountId, id }: SubscriptionRef): Promise<Tidied> {
  const [locked] = await query<TidiedSubscription>(LOCK, accountId, id);
  if (locked?.since && locked.status === 'active') return recoverBatch(query, { accountId, id }, locked);
  if (locked?.status === 'active') return { count: 0, isMore: false };
  if (locked?.since) await query(MOVE, accountId, id, null, null);
  const { length: count } = await query(locked ? CANCEL : PURGE, accountId, id);
  return { count, isMore: count === DISPATCH_BATCH };
}

async function recoverBatch(
  query: RunStatement,
  { accountId, id }: SubscriptionRef,
  { since, messageBefore, eventBefore }: TidiedSubscription,
): Promise<Tidied> {
  const send = async (sql: string, before: bigint | null) =>
    before === null ? DONE : (await query<Sent>(sql, accountId, id, since, before))[0]!;
  const again = await send(SEND_AGAIN, messageBefore);
  const missed = await send(SEND_MISSED, eventBefore);
  await query(MOVE, accountId, id, again.next, missed.next);
  return { count: again.count + missed.count, isMore: again.next !== null || missed.next !== null };
}

/** Adapts a connection of pg to the interface of Prisma's. */
export function queryOf(client: Pick<Pool, 'query'>): RunStatement {
  return async (text, ...values) => (await client.query({ text, values, types: rowTypes })).rows;
}

/**
 * Runs the job of a subscription: one batch, and a job for the next, so that others get their turn. If a user
 * has locked the subscription, the sweep tries again.
 */
export async function tidySubscription(pool: Pool, subscription: SubscriptionRef): Promise<void> {
  await transact(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${AGAIN_MS}`);
    const { count, isMore } = await tidyBatch(queryOf(client), subscription);
    if (isMore) await addIdleWebhookJob(client, 'tidyWebhook', subscription);
    if (count > 0) await addIdleWebhookJob(client, 'sendWebhook', subscription);
  }).catch((error: unknown) => {
    if (!isLocked(error)) throw error;
  });
}

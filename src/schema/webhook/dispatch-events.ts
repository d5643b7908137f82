import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { enqueueTogether } from './delivery-job.ts';

/** Events that one dispatch turns at most. */
export const DISPATCH_BATCH = 200;

/**
 * Turns waiting events into one message per recipient and the jobs for them: one statement, so each event
 * exactly once, however many dispatchers run or die. A recipient deactivated meanwhile keeps the
 * message to be recovered; one deleted meanwhile gets none.
 *
 * @returns how many; after DISPATCH_BATCH there may be more
 */
export async function dispatchEvents(db: Db): Promise<number> {
  const [{ events }] = await db.$queryRaw<[{ events: bigint }]>`
    WITH event AS (
      SELECT ctid AS place, account_id, id, recipients FROM events
      WHERE recipients IS NOT NULL ORDER BY id LIMIT ${DISPATCH_BATCH} FOR UPDATE SKIP LOCKED
    ), dispatched AS (
      UPDATE events SET recipients = NULL WHERE ctid = ANY(ARRAY(SELECT place FROM event))
    ), recipient AS (
      SELECT event.account_id, event.id AS event_id, subscription.*
      FROM event CROSS JOIN unnest(recipients) AS wanted (id) CROSS JOIN LATERAL (
        SELECT id AS subscription_id, status, consecutive_failures > 0 AS is_failing
        FROM webhook_subscriptions WHERE account_id = event.account_id AND id = wanted.id
        -- Waits for who is deleting it, and then does not find it.
        LIMIT 1 FOR KEY SHARE) AS subscription
    ), message AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
      SELECT account_id, subscription_id, event_id,
             CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM recipient ORDER BY event_id
      ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING
      RETURNING *
    ), due AS (
      SELECT message.*, is_failing FROM message JOIN recipient USING (account_id, subscription_id, event_id)
      WHERE message.status = 'pending'
    ), enqueued AS (${enqueueTogether(Prisma.sql`due`)})
    SELECT (SELECT count(*) FROM event) AS events FROM enqueued`;
  return Number(events);
}

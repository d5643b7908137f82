import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { enqueueTogether } from './delivery-job.ts';

const BATCH = 200;

/**
 * Turns waiting events into one message per recipient and the jobs for them: one statement, so each event
 * exactly once, however many dispatchers run or die. A recipient deactivated meanwhile keeps the
 * message to be recovered; one deleted meanwhile gets none.
 *
 * @returns whether there may be more
 */
export async function dispatchEvents(db: Db): Promise<boolean> {
  const [{ events }] = await db.$queryRaw<[{ events: bigint }]>`
    WITH event AS (
      SELECT ctid AS place, account_id, id, recipients FROM events
      WHERE recipients IS NOT NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ), dispatched AS (
      UPDATE events SET recipients = NULL WHERE ctid = ANY(ARRAY(SELECT place FROM event))
    ), message AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
      SELECT event.account_id, subscription.id, event.id,
             CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM event JOIN webhook_subscriptions subscription
        ON subscription.account_id = event.account_id AND subscription.id = ANY(event.recipients)
      ORDER BY event.id
      ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING
      RETURNING *
    ), due AS (
      SELECT message.*, consecutive_failures > 0 AS is_failing
      FROM message JOIN webhook_subscriptions subscription
        ON subscription.account_id = message.account_id AND subscription.id = message.subscription_id
      WHERE message.status = 'pending'
    ), enqueued AS (${enqueueTogether(Prisma.sql`due`)})
    SELECT (SELECT count(*) FROM event) AS events FROM enqueued`;
  return events === BigInt(BATCH);
}

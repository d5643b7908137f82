import type { Pool } from 'pg';
import { type OutgoingMessage, SENDABLE, toMessages } from './outgoing-message.ts';

/** Recipients of events that one statement turns into messages. */
const RECIPIENTS = 500;

// An event with more recipients than fit keeps the rest of them.
const CREATE = {
  name: 'create-messages',
  text: `
    WITH event AS MATERIALIZED (
      SELECT ctid AS place, id, body, created_at, recipients FROM events
      WHERE account_id = $1 AND recipients IS NOT NULL ORDER BY id LIMIT ${RECIPIENTS} FOR UPDATE
    ), part AS MATERIALIZED (
      SELECT place, id, body, created_at, recipients[:${RECIPIENTS} - before] AS taken,
             nullif(recipients[${RECIPIENTS} + 1 - before:], '{}') AS rest
      FROM (SELECT *, (sum(cardinality(recipients)) OVER (ORDER BY id) - cardinality(recipients))::int AS before
            FROM event) AS event
      WHERE before < ${RECIPIENTS}
    ), dispatched AS (
      UPDATE events SET recipients = rest FROM part WHERE events.ctid = ANY(ARRAY(SELECT place FROM part)) AND events.id = part.id
    ), recipient AS (
      SELECT part.id AS event_id, body, part.created_at AS happened_at, subscription.*
      FROM part CROSS JOIN unnest(taken) AS wanted (id) CROSS JOIN LATERAL (
        SELECT * FROM webhook_subscriptions WHERE account_id = $1 AND id = wanted.id
        -- Waits for who is deleting it, and then does not find it.
        LIMIT 1 FOR KEY SHARE) AS subscription
    ), message AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
      SELECT $1, id, event_id, CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM recipient ORDER BY event_id, id
      ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING
      RETURNING *
    )
    SELECT ${SENDABLE}, (SELECT sum(cardinality(recipients)) >= ${RECIPIENTS} FROM event) AS "isMore"
    FROM (SELECT count(*) FROM part) AS one LEFT JOIN (
      message JOIN recipient subscription ON message.subscription_id = subscription.id AND message.event_id = subscription.event_id
        AND message.status = 'pending') ON true
    ORDER BY message.id`,
};

/**
 * Turns an account's waiting events into one message per recipient, each exactly once whoever does so at the same
 * time: 500 at most. A recipient that was deactivated since keeps the message to be recovered; one deleted since gets none.
 */
export async function createMessages(
  pool: Pool,
  account: bigint,
): Promise<{ messages: OutgoingMessage[]; isMore: boolean }> {
  const { rows } = await pool.query({ ...CREATE, values: [account] });
  return { messages: toMessages(rows), isMore: rows[0].isMore === true };
}

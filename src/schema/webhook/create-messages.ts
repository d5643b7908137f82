import type { Pool } from 'pg';

/** Recipients per statement. */
const RECIPIENTS = 500;

// An event with more recipients keeps the rest for later.
const CREATE = {
  name: 'create-messages',
  text: `
    WITH event AS MATERIALIZED (
      SELECT ctid AS place, id, recipients FROM events
      WHERE account_id = $1 AND recipients IS NOT NULL ORDER BY id LIMIT ${RECIPIENTS} FOR UPDATE
    ), part AS MATERIALIZED (
      SELECT place, id, recipients[:${RECIPIENTS} - before] AS taken,
             nullif(recipients[${RECIPIENTS} + 1 - before:], '{}') AS rest
      FROM (SELECT *, (sum(cardinality(recipients)) OVER (ORDER BY id) - cardinality(recipients))::int AS before
            FROM event) AS event
      WHERE before < ${RECIPIENTS}
    ), dispatched AS (
      UPDATE events SET recipients = rest FROM part WHERE events.ctid = ANY(ARRAY(SELECT place FROM part)) AND events.id = part.id
    ), created AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
      SELECT $1, subscription.id, part.id, CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM part CROSS JOIN unnest(taken) AS recipient (id) CROSS JOIN LATERAL (
        SELECT id, status FROM webhook_subscriptions WHERE account_id = $1 AND id = recipient.id
        -- Waits for a concurrent deletion, and then finds no row.
        LIMIT 1 FOR KEY SHARE) AS subscription
      ORDER BY part.id, subscription.id
      ON CONFLICT (account_id, event_id, subscription_id) DO NOTHING
    )
    SELECT coalesce(sum(cardinality(recipients)) >= ${RECIPIENTS}, false) AS "isMore" FROM event`,
};

/**
 * Turns an account's waiting events into one message per recipient, at most 500, each exactly once even with
 * concurrent callers. A recipient deactivated since then keeps the message for recovery; a deleted one gets none.
 * Returns whether there may be more.
 */
export async function createMessages(pool: Pool, account: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ isMore: boolean }>({ ...CREATE, values: [account] });
  return rows[0]!.isMore;
}

import type { Pool } from 'pg';
import { type OutgoingMessage, SENDABLE, toMessages } from './outgoing-message.ts';

/** How many messages there is room for: of subscriptions that some are held of already, of any other one, in all. */
export interface Demand {
  known: { id: bigint; held: bigint[]; room: number }[];
  others: number;
  limit: number;
}

// Each message by its keys, whatever the planner thinks of the tables' sizes: that may be hours old.
const TAKE = {
  name: 'take-due-messages',
  text: `
    SELECT ${SENDABLE}
    FROM webhook_subscriptions subscription
    LEFT JOIN unnest($2::bigint[], $3::text[], $4::int[]) AS demand (id, held, room) ON demand.id = subscription.id
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_messages message
      WHERE message.account_id = $1 AND message.subscription_id = subscription.id AND message.status = 'pending'
        AND next_attempt_at <= now() AND (held IS NULL OR message.id <> ALL(held::bigint[]))
      ORDER BY next_attempt_at
      LIMIT coalesce(room, CASE WHEN consecutive_failures > 0 THEN 1 ELSE $5::int END)) AS message
    CROSS JOIN LATERAL (SELECT body, created_at AS happened_at FROM events WHERE account_id = $1 AND id = message.event_id LIMIT 1) AS event
    WHERE subscription.account_id = $1 AND subscription.status = 'active' AND subscription.id > $6
    ORDER BY subscription.id LIMIT $7`,
};

/**
 * Finds messages that are due and not held, of the subscriptions after `after` in the order of their ids, as many as
 * there is room for.
 */
export async function takeDue(
  pool: Pool,
  account: bigint,
  { known, others, limit, after }: Demand & { after: bigint },
): Promise<OutgoingMessage[]> {
  const { rows } = await pool.query({
    ...TAKE,
    values: [
      account,
      known.map(({ id }) => id),
      known.map(({ held }) => `{${held.join(',')}}`),
      known.map(({ room }) => room),
      others,
      after,
      limit,
    ],
  });
  return toMessages(rows);
}

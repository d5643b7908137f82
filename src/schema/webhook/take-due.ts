import type { Pool } from 'pg';

/** A due message, with everything needed to send it. */
export interface OutgoingMessage {
  id: bigint;
  /** Counts its attempts and resends; a result is recorded only under the number it was sent with. */
  number: number;
  webhookId: string;
  subscriptionId: bigint;
  url: string;
  body: string;
  /** The current secret, and the previous one while both sign. */
  secrets: string[];
  /** Whether the subscription's last callback failed. */
  isFailing: boolean;
  /** When its event happened, for the first attempt only. */
  since: Date | null;
  /** The trace context of the request that caused the event, if it was traced. */
  traceparent: string | null;
}

/** What an account has in memory, and how much more fits. */
export interface Room {
  held: bigint[];
  /** Subscriptions that respond fast. */
  quick: bigint[];
  /** The maximum number of further messages. */
  limit: number;
}

/** Messages of a subscription in memory: one while it fails, more if it responds fast, so that it never waits. */
export const AHEAD = { failing: 1, quick: 24, other: 4 };

// Each subscription's first message comes before any second one, counting those in memory. Each row is found by its
// keys, because the planner's table statistics may be hours old.
const TAKE = {
  name: 'take-due-messages',
  text: `
    SELECT due.*, body, traceparent, CASE number WHEN 1 THEN event.created_at END AS since
    FROM (
      SELECT message.*, url, consecutive_failures > 0 AS "isFailing",
             CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END AS secrets
      FROM webhook_subscriptions subscription CROSS JOIN LATERAL (
        SELECT id, job_number AS number, webhook_id AS "webhookId", subscription_id AS "subscriptionId", event_id,
               next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place
        FROM webhook_messages message
        WHERE account_id = $1 AND subscription_id = subscription.id AND message.status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at
        LIMIT CASE WHEN consecutive_failures > 0 THEN ${AHEAD.failing}
                   WHEN subscription.id = ANY($3) THEN ${AHEAD.quick} ELSE ${AHEAD.other} END) AS message
      WHERE subscription.account_id = $1 AND subscription.status = 'active' AND message.id <> ALL($2)
      ORDER BY place, next_attempt_at LIMIT $4) AS due
    CROSS JOIN LATERAL (SELECT body, traceparent, created_at FROM events WHERE account_id = $1 AND id = event_id LIMIT 1) AS event`,
};

/** Returns an account's due messages that are not in memory, as many as there is room for. */
export async function takeDue(
  pool: Pool,
  account: bigint,
  { held, quick, limit }: Room,
): Promise<OutgoingMessage[]> {
  const { rows } = await pool.query({ ...TAKE, values: [account, held, quick, limit] });
  return rows.map((row) => ({ ...row, id: BigInt(row.id), subscriptionId: BigInt(row.subscriptionId) }));
}

import type { Pool } from 'pg';

/** A message that is due, with all it takes to send it. */
export interface OutgoingMessage {
  id: bigint;
  /** Counts its attempts and resends: a result counts only for the number it was sent under. */
  number: number;
  webhookId: string;
  subscriptionId: bigint;
  url: string;
  body: string;
  /** The secret, and the one before while both sign. */
  secrets: string[];
  /** Whether the subscription's last callback failed. */
  isFailing: boolean;
  /** When its event happened, if this is its first attempt. */
  since: Date | null;
  /** The trace of the request that caused its event, if that was traced. */
  traceparent: string | null;
}

/** What an account has in memory, and what it has room for. */
export interface Room {
  held: bigint[];
  /** Subscriptions that respond fast. */
  quick: bigint[];
  /** Further messages at most. */
  limit: number;
}

/** Messages of a subscription in memory: one while it fails, more if it responds fast so that it never has to wait. */
export const AHEAD = { failing: 1, quick: 24, other: 4 };

// Each subscription's first message comes before any second one, those in memory counted. Each row is found by its
// keys, whatever the planner thinks of the tables' sizes: that may be hours old.
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

/** Finds an account's messages that are due and not in memory, as many as there is room for. */
export async function takeDue(
  pool: Pool,
  account: bigint,
  { held, quick, limit }: Room,
): Promise<OutgoingMessage[]> {
  const { rows } = await pool.query({ ...TAKE, values: [account, held, quick, limit] });
  return rows.map((row) => ({ ...row, id: BigInt(row.id), subscriptionId: BigInt(row.subscriptionId) }));
}

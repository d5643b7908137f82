import type { Pool } from 'pg';
import { UNPAUSED } from './account-jobs.ts';
import { webhookIdOf } from './webhook-id.ts';

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

export interface Due {
  messages: OutgoingMessage[];
  /** The number of events that were waiting, up to those of one statement. */
  events: number;
  /** Whether there may be events that are not yet messages. */
  areEventsLeft: boolean;
}

/** Messages of a subscription in memory: one while it fails, more if it responds fast, so that it never waits. */
export const AHEAD = { failing: 1, quick: 24, other: 4 };
/** Recipients of events per statement. */
const RECIPIENTS = 50;

const MESSAGE = `id, job_number AS number, webhook_id AS "webhookId", subscription_id AS "subscriptionId", event_id, next_attempt_at`;

// One statement, because its fixed cost is that of ten messages. Its parts see the rows as they were before it, so new
// messages come from `created`. Each row is found by its keys: the planner's table statistics may be hours old.
const TAKE = {
  name: 'take-due-messages',
  text: `
    WITH event AS MATERIALIZED (
      SELECT id, recipients, created_at FROM events
      WHERE account_id = $1 AND recipients IS NOT NULL ORDER BY id LIMIT ${RECIPIENTS} FOR UPDATE
    ), part AS MATERIALIZED (
      SELECT id, created_at, recipients[:${RECIPIENTS} - before] AS taken,
             nullif(recipients[${RECIPIENTS} + 1 - before:], '{}') AS rest
      FROM (SELECT *, (sum(cardinality(recipients)) OVER (ORDER BY id) - cardinality(recipients))::int AS before
            FROM event) AS event
      WHERE before < ${RECIPIENTS}
    ), dispatched AS (
      -- The last event keeps the recipients that are too many for now.
      UPDATE events SET recipients = CASE id WHEN (SELECT id FROM part WHERE rest IS NOT NULL)
                                             THEN (SELECT rest FROM part WHERE rest IS NOT NULL) END
      WHERE account_id = $1 AND id = ANY(ARRAY(SELECT id FROM part))
    ), created AS (
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, webhook_id, status, next_attempt_at)
      SELECT $1, subscription.id, part.id, ${webhookIdOf('subscription.id', 'part')}, CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM part CROSS JOIN unnest(taken) AS recipient (id) CROSS JOIN LATERAL (
        SELECT id, status FROM webhook_subscriptions WHERE account_id = $1 AND id = recipient.id
        -- Waits for a concurrent deletion, and then finds no row.
        LIMIT 1 FOR KEY SHARE) AS subscription
      ORDER BY part.id, subscription.id
      ON CONFLICT (account_id, event_id, subscription_id) DO NOTHING
      RETURNING *
    ), due AS (
      -- Each subscription's first message comes before any second one, counting those in memory. During a pause only
      -- retries and what a user sends are due.
      SELECT message.*, url, consecutive_failures > 0 AS "isFailing",
             CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END AS secrets
      FROM (SELECT *, coalesce(paused_until > now(), false) AS is_paused FROM webhook_subscriptions
            WHERE account_id = $1 AND status = 'active') AS subscription CROSS JOIN LATERAL (
        SELECT *, row_number() OVER (ORDER BY next_attempt_at) AS place FROM (
          (SELECT ${MESSAGE} FROM webhook_messages message
           WHERE account_id = $1 AND subscription_id = subscription.id AND message.status = 'pending' AND next_attempt_at <= now()
             AND NOT is_paused
           ORDER BY next_attempt_at LIMIT ${AHEAD.quick})
          UNION ALL
          (SELECT ${MESSAGE} FROM webhook_messages message
           WHERE account_id = $1 AND subscription_id = subscription.id AND message.status = 'pending' AND next_attempt_at <= now()
             AND is_paused AND ${UNPAUSED}
           ORDER BY next_attempt_at LIMIT ${AHEAD.failing})
          UNION ALL
          SELECT ${MESSAGE} FROM created
          WHERE subscription_id = subscription.id AND created.status = 'pending' AND NOT is_paused
        ) AS message
        ORDER BY next_attempt_at
        LIMIT CASE WHEN consecutive_failures > 0 THEN ${AHEAD.failing}
                   WHEN subscription.id = ANY($3) THEN ${AHEAD.quick} ELSE ${AHEAD.other} END) AS message
      WHERE message.id <> ALL($2)
      ORDER BY place, next_attempt_at LIMIT $4
    ), outgoing AS (
      SELECT due.*, body, traceparent, CASE number WHEN 1 THEN event.created_at END AS since
      FROM due CROSS JOIN LATERAL (
        SELECT body, traceparent, created_at FROM events WHERE account_id = $1 AND id = event_id LIMIT 1) AS event
    )
    SELECT outgoing.*, events, "areEventsLeft"
    FROM (SELECT count(*)::int AS events, coalesce(sum(cardinality(recipients)) >= ${RECIPIENTS}, false) AS "areEventsLeft"
          FROM event) AS event
    LEFT JOIN outgoing ON true`,
};

/**
 * Turns an account's waiting events into one message per recipient, at most 50, each exactly once even with
 * concurrent callers, and returns the account's due messages that are not in memory, as many as there is room for.
 * A recipient that was deactivated since the event keeps the message for recovery; a deleted one gets none.
 */
export async function takeDue(
  pool: Pick<Pool, 'query'>,
  account: bigint,
  { held, quick, limit }: Room,
): Promise<Due> {
  const { rows } = await pool.query({ ...TAKE, values: [account, held, quick, limit] });
  // Without a message there is still one row.
  const messages = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ ...row, id: BigInt(row.id), subscriptionId: BigInt(row.subscriptionId) }));
  const { events, areEventsLeft } = rows[0];
  return { messages, events, areEventsLeft };
}

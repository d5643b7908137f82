import type { Pool } from 'pg';
import { IS_WORKING } from '../../people/account/is-working.ts';
import { sentInHour } from './sent-in-hour.ts';
import { RECEIVES } from './find-trouble.ts';
import { ALERTS_PER_HOUR, MAX_ALERT_RESPONSE } from './types.ts';

/** The messages of one endpoint that used up their retries at the same time. */
export interface Exhausted {
  accountId: bigint;
  /** The endpoint. */
  id: bigint;
  count: number;
  /** The latest of these messages, its failed attempts, and the error of the last attempt. */
  messageId: bigint;
  attempts: number;
  error: string;
}

/**
 * Inserts an alert. Within an hour of the last alert about the endpoint, further messages are only counted,
 * for the summary.
 */
const INSERT_EXHAUSTED = {
  name: 'insert-exhausted-messages',
  text: `
    WITH exhausted AS MATERIALIZED (
      SELECT webhook.account_id, 'message.exhausted' AS type, webhook.id::text AS subject, each.count,
             json_build_object(
               'webhook_id', webhook.id, 'url', webhook.url, 'count', each.count,
               'message', json_build_object(
                 'webhook_id', message.webhook_id, 'event', event.type, 'attempts', each.attempts,
                 'error', each.error, 'status_code', attempt.status_code,
                 'response', left(attempt.response_excerpt, ${MAX_ALERT_RESPONSE}), 'at', iso_utc(now()))) AS data
      FROM unnest($2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::int[], $7::text[])
        AS each (account, endpoint, count, message, attempts, error)
      JOIN webhook_subscriptions webhook ON webhook.account_id = each.account AND webhook.id = each.endpoint
      JOIN webhook_messages message ON message.account_id = each.account AND message.id = each.message
      JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
      LEFT JOIN LATERAL (
        SELECT status_code, response_excerpt FROM webhook_attempts
        WHERE account_id = message.account_id AND message_id = message.id ORDER BY id DESC LIMIT 1
      ) AS attempt ON true
    ), counted AS (
      UPDATE alerts SET cases = cases + exhausted.count FROM exhausted
      WHERE alerts.account_id = exhausted.account_id AND alerts.type = exhausted.type
        AND alerts.subject = exhausted.subject AND status = 'withheld' AND summary_id IS NULL
      RETURNING alerts.account_id, alerts.subject
    )
    INSERT INTO alerts (account_id, type, subject, level, is_open, body, cases, status)
    SELECT exhausted.account_id, type, subject, 0, false,
           json_build_object('alert', type, 'timestamp', iso_utc(now()), 'data', data)::text, count,
           CASE WHEN ${sentInHour('exhausted.account_id')} >= ${ALERTS_PER_HOUR} OR EXISTS (
             SELECT FROM alerts earlier
             WHERE earlier.account_id = exhausted.account_id AND earlier.type = exhausted.type
               AND earlier.subject = exhausted.subject AND earlier.status <> 'withheld'
               AND earlier.created_at > now() - interval '1 hour')
           THEN 'withheld' ELSE 'pending' END
    FROM exhausted JOIN accounts account ON account.id = exhausted.account_id AND ${IS_WORKING}
    LEFT JOIN alert_settings settings ON settings.account_id = exhausted.account_id
    WHERE ${RECEIVES} AND (exhausted.account_id, subject) NOT IN (SELECT * FROM counted)`,
};

/** Stores an alert for messages that used up their retries, in the transaction that records their outcome. */
export async function alertAboutExhausted(
  client: Pick<Pool, 'query'>,
  exhausted: readonly Exhausted[],
  hasMail: boolean,
): Promise<void> {
  const names = ['accountId', 'id', 'count', 'messageId', 'attempts', 'error'] as const;
  const columns = names.map((name) => exhausted.map((each) => each[name]));
  await client.query({ ...INSERT_EXHAUSTED, values: [hasMail, ...columns] });
}

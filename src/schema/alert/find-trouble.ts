import type { Pool } from 'pg';
import { OF_OPERATORS } from '../webhook/deactivation.ts';
import { sentInHour } from './sent-in-hour.ts';
import { ALERTS_PER_HOUR, EXPIRING_DAYS, FAILING_PERCENT, TOLD_DAYS } from './types.ts';

/** How many problems of a kind get an alert in a run; the rest follow in the next one. */
const AT_ONCE = 500;

const LEVEL = `CASE ${FAILING_PERCENT.map((percent) => `WHEN consecutive_failures * 100 >= $1 * ${percent} THEN ${percent}`).join(' ')} ELSE 0 END`;

/** The last failed attempt of the webhook in the row `webhook`. */
const LAST_FAILURE = `(
  SELECT json_build_object('webhook_id', message.webhook_id, 'event', event.type, 'error', attempt.error, 'at', iso_utc(attempted_at))
  FROM webhook_messages message
  JOIN webhook_attempts attempt ON attempt.account_id = message.account_id AND attempt.message_id = message.id
  JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
  WHERE message.account_id = webhook.account_id AND message.subscription_id = webhook.id AND message.failures > 0
  ORDER BY message.id DESC, attempt.id DESC LIMIT 1)`;

const ENDPOINT = `json_build_object('webhook_id', webhook.id, 'url', url, 'consecutive_failures', consecutive_failures,
  'deactivates_after', $1::int`;

const FAILING = `
  SELECT account_id, 'endpoint.failing' AS type, id::text AS subject, ${LEVEL} AS level, ${ENDPOINT}, 'last_failure', ${LAST_FAILURE}) AS data
  FROM webhook_subscriptions webhook
  WHERE consecutive_failures > 0 AND status = 'active' AND ${LEVEL} > 0 AND NOT EXISTS (
    SELECT FROM alerts WHERE account_id = webhook.account_id AND subject = webhook.id::text AND is_open AND level >= ${LEVEL})`;

const DISABLED = `
  SELECT account_id, 'endpoint.disabled', id::text, 100, ${ENDPOINT}, 'last_failure', ${LAST_FAILURE})
  FROM webhook_subscriptions webhook
  WHERE status = 'deactivated' AND NOT coalesce(deactivation_error = ANY('{${OF_OPERATORS.join()}}'), false) AND deactivated_at > now() - make_interval(days => ${TOLD_DAYS}) AND NOT EXISTS (
    SELECT FROM alerts WHERE account_id = webhook.account_id AND subject = webhook.id::text AND is_open AND level = 100)`;

const RECOVERED = `
  SELECT account_id, 'endpoint.recovered', id::text, 0, json_build_object('webhook_id', webhook.id, 'url', url)
  FROM webhook_subscriptions webhook
  WHERE status = 'active' AND consecutive_failures = 0 AND (account_id, id::text) IN (
    SELECT account_id, subject FROM alerts WHERE is_open)`;

const EXPIRING = EXPIRING_DAYS.map((days, at) => {
  const least = EXPIRING_DAYS[at - 1] ?? 0;
  return `
  SELECT account_id, 'key.expiring', id || ' ' || iso_utc(expires_at), ${days},
         json_build_object('key_id', id, 'name', name, 'expires_at', iso_utc(expires_at))
  FROM api_keys
  WHERE revoked_at IS NULL AND expires_at > now() + interval '${least} days' AND expires_at <= now() + interval '${days} days'`;
});

const FAILED_IMPORT = `
  SELECT account_id, 'import.failed', id::text, 0,
         json_build_object('import_id', id, 'kind', kind, 'error', error, 'refused', refused)
  FROM imports WHERE status = 'failed' AND finished_at > now() - make_interval(days => ${TOLD_DAYS})`;

const DISPUTED = `
  SELECT account_id, 'receipt.disputed', delivery_id::text, 0,
         json_build_object('delivery_id', delivery_id, 'received_by', received_by, 'disputes', count(*))
  FROM receipt_disputes dispute JOIN receipts receipt USING (account_id, delivery_id)
  WHERE status = 'open' AND receipt.created_at > now() - make_interval(days => ${TOLD_DAYS})
  GROUP BY account_id, delivery_id, received_by`;

const WITHDRAWN = `
  SELECT account_id, 'lot.withdrawn_dispatched', delivery_id::text, 0,
         json_build_object('delivery_id', delivery_id, 'dispatched_at', iso_utc(min(dispatched_at)), 'lots', json_agg(
           json_build_object('product_id', product_id, 'product_name', item.name, 'lot', lot, 'withdrawal_id', withdrawal_id)
           ORDER BY dispatch.id))
  FROM withdrawn_dispatches dispatch JOIN delivery_items item USING (account_id, delivery_id, product_id)
  WHERE dispatched_at > now() - make_interval(days => ${TOLD_DAYS})
  GROUP BY account_id, delivery_id`;

/** Returns the SQL of the cases that have no alert yet. */
function untold(cases: string): string {
  return `
  SELECT trouble.* FROM (${cases}) AS trouble (account_id, type, subject, level, data)
  WHERE NOT EXISTS (SELECT FROM alerts told WHERE told.account_id = trouble.account_id AND told.type = trouble.type
                      AND told.subject = trouble.subject AND told.level = trouble.level)`;
}

/** Returns the SQL of the cases whose account receives this alert, so that others do not use up the limit. A deleted one receives none. */
function wanted(cases: string): string {
  return `
  SELECT found.* FROM (${cases}) AS found (account_id, type, subject, level, data)
  JOIN accounts account ON account.id = found.account_id AND account.deleted_at IS NULL
  LEFT JOIN alert_settings settings ON settings.account_id = found.account_id
  WHERE (url IS NOT NULL OR $2 AND coalesce(by_mail, true)) AND type <> ALL (coalesce(muted, '{}'))`;
}

const PARTS = [FAILING, DISABLED, ...[...EXPIRING, FAILED_IMPORT, DISPUTED, WITHDRAWN].map(untold)];

/** Inserts one alert per new problem. $1: how many failures deactivate a webhook; $2: whether there is a mail server. */
const FIND = {
  name: 'find-trouble',
  text: `
    WITH trouble AS MATERIALIZED (
      ${PARTS.map((part) => `(${wanted(part)} LIMIT ${AT_ONCE})`).join(' UNION ALL ')}
      -- Bounded by the open alerts.
      UNION ALL (${wanted(RECOVERED)})
    ), recovered AS (
      UPDATE alerts SET is_open = false FROM webhook_subscriptions webhook
      WHERE is_open AND webhook.account_id = alerts.account_id AND webhook.id::text = alerts.subject
        AND webhook.status = 'active' AND consecutive_failures = 0
    ), numbered AS (
      SELECT trouble.*, row_number() OVER (PARTITION BY account_id ORDER BY level DESC) AS turn FROM trouble
    )
    INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
    SELECT account_id, type, subject, level, type IN ('endpoint.failing', 'endpoint.disabled'),
           json_build_object('alert', type, 'timestamp', iso_utc(now()), 'data', data)::text,
           CASE WHEN turn + ${sentInHour('numbered.account_id')} > ${ALERTS_PER_HOUR} THEN 'withheld' ELSE 'pending' END
    FROM numbered`,
};

export interface TroubleOptions {
  /** How many consecutive failures deactivate a webhook. */
  disableAfter: number;
  /** Whether alerts can be sent by mail. */
  hasMail: boolean;
}

/**
 * Stores an alert for each problem that has none yet. Problems are found in stored state, so a crash loses none, and
 * callbacks, imports and receipts do not depend on alerts. Must not run twice at the same time.
 */
export async function findTrouble(
  client: Pick<Pool, 'query'>,
  { disableAfter, hasMail }: TroubleOptions,
): Promise<void> {
  await client.query({ ...FIND, values: [disableAfter, hasMail] });
}

import type { Pool } from 'pg';
import { OF_OPERATORS } from '../webhook/deactivation.ts';
import type { SubscriptionRef } from '../webhook/webhook-jobs.ts';
import { sentInHour } from './sent-in-hour.ts';
import { ALERTS_PER_HOUR, EXPIRING_DAYS, FAILING_PERCENT, SUMMARY_ALERT, TOLD_DAYS } from './types.ts';

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
  WHERE revoked_at IS NULL AND expires_at > now() + interval '${least} days' AND expires_at <= now() + interval '${days} days'
    AND expires_at > created_at + interval '${days} days'`;
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

/** The failed dates that an alert names; it counts the others. */
const MAX_OCCURRENCES = 100;

const FAILED_OCCURRENCES = `
  SELECT run.account_id, 'standing_order.failed', iso_utc(run.failed_in), 0, (
    SELECT json_build_object('count', max(failed.count), 'occurrences', json_agg(
      json_build_object('standing_order_id', failed.standing_order_id, 'supermarket_name', supermarket.name,
        'branch_name', branch.name, 'date', failed.date, 'reason', failed.reason)
      ORDER BY failed.date, failed.standing_order_id))
    FROM (
      SELECT occurrence.*, count(*) OVER () AS count FROM occurrences occurrence
      WHERE occurrence.account_id = run.account_id AND occurrence.failed_in = run.failed_in
        AND occurrence.status = 'failed'
      ORDER BY date, standing_order_id LIMIT ${MAX_OCCURRENCES}
    ) AS failed
    JOIN standing_orders standing ON standing.account_id = run.account_id AND standing.id = failed.standing_order_id
    JOIN supermarkets supermarket ON supermarket.account_id = run.account_id AND supermarket.id = standing.supermarket_id
    JOIN branches branch ON branch.account_id = run.account_id AND branch.id = standing.branch_id)
  FROM (
    SELECT DISTINCT account_id, failed_in FROM occurrences
    WHERE status = 'failed' AND failed_in > now() - make_interval(days => ${TOLD_DAYS})
  ) AS run`;

/** Returns the SQL of the cases that have no alert yet. */
function untold(cases: string): string {
  return `
  SELECT trouble.* FROM (${cases}) AS trouble (account_id, type, subject, level, data)
  WHERE NOT EXISTS (SELECT FROM alerts told WHERE told.account_id = trouble.account_id AND told.type = trouble.type
                      AND told.subject = trouble.subject AND told.level = trouble.level)`;
}

/** The SQL condition that an account with these `settings` receives an alert. $2: whether there is a mail server. */
export const RECEIVES = `(settings.url IS NOT NULL OR $2 AND coalesce(by_mail, true)) AND type <> ALL (coalesce(muted, '{}'))`;

/** Returns the SQL of the cases whose account receives this alert, so that others do not use up the limit. A deleted one receives none. */
function wanted(cases: string): string {
  return `
  SELECT found.* FROM (${cases}) AS found (account_id, type, subject, level, data)
  JOIN accounts account ON account.id = found.account_id AND account.deleted_at IS NULL
  LEFT JOIN alert_settings settings ON settings.account_id = found.account_id
  WHERE ${RECEIVES}`;
}

const ENDPOINTS = [FAILING, DISABLED];
const OTHERS = [...EXPIRING, FAILED_IMPORT, DISPUTED, WITHDRAWN, FAILED_OCCURRENCES].map(untold);

/** What stops deliveries comes first when there is not room for all in an hour. */
const URGENT = `array_position(ARRAY['endpoint.disabled', 'lot.withdrawn_dispatched', 'standing_order.failed'], type)`;

/**
 * Returns the SQL that inserts one alert per new problem. $1: how many failures deactivate a webhook; $2: whether there is
 * a mail server.
 */
function insertAlerts(parts: readonly string[], recovered: string): string {
  return `
    WITH trouble AS MATERIALIZED (
      ${parts.map((part) => `(${wanted(part)} LIMIT ${AT_ONCE})`).join(' UNION ALL ')}
      -- Bounded by the open alerts.
      UNION ALL (${wanted(recovered)})
    ), recovered AS (
      UPDATE alerts SET is_open = false FROM (${recovered}) AS found (account_id, type, subject, level, data)
      WHERE is_open AND alerts.account_id = found.account_id AND alerts.subject = found.subject
    ), numbered AS (
      SELECT trouble.*, row_number() OVER (PARTITION BY account_id ORDER BY ${URGENT}, level DESC) AS turn FROM trouble
    )
    INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
    SELECT account_id, type, subject, level, type IN ('endpoint.failing', 'endpoint.disabled'),
           json_build_object('alert', type, 'timestamp', iso_utc(now()), 'data', data)::text,
           CASE WHEN type <> 'endpoint.disabled' AND turn + ${sentInHour('numbered.account_id')} > ${ALERTS_PER_HOUR}
                THEN 'withheld' ELSE 'pending' END
    FROM numbered`;
}

/** Returns the SQL of cases of the endpoints $3 and $4 alone. */
function ofThese(cases: string): string {
  return `${cases} AND (account_id, id) IN (SELECT * FROM unnest($3::bigint[], $4::bigint[]))`;
}

const FIND = { name: 'find-trouble', text: insertAlerts([...ENDPOINTS, ...OTHERS], RECOVERED) };
const FIND_OF_ENDPOINTS = {
  name: 'find-trouble-of-endpoints',
  text: insertAlerts(ENDPOINTS.map(ofThese), ofThese(RECOVERED)),
};

/** Inserts a summary of what was withheld, for each account that had none in the last hour. */
const SUMMARIZE = {
  name: 'summarize-alerts',
  text: `
    WITH withheld AS MATERIALIZED (
      SELECT account_id, type, sum(cases)::int AS cases, min(created_at) AS since FROM alerts
      WHERE status = 'withheld' AND summary_id IS NULL AND created_at > now() - make_interval(days => ${TOLD_DAYS})
        AND NOT EXISTS (SELECT FROM alerts earlier WHERE earlier.account_id = alerts.account_id
                          AND earlier.type = '${SUMMARY_ALERT}' AND earlier.created_at > now() - interval '1 hour')
      GROUP BY account_id, type
    ), summary AS (
      INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
      SELECT account_id, '${SUMMARY_ALERT}', '', 0, false, json_build_object('alert', '${SUMMARY_ALERT}', 'timestamp', iso_utc(now()),
        'data', json_build_object('count', sum(cases), 'alerts', json_object_agg(type, cases ORDER BY type), 'since', iso_utc(min(since))))::text,
        'pending'
      FROM withheld GROUP BY account_id RETURNING account_id, id
    )
    UPDATE alerts SET summary_id = summary.id FROM summary
    WHERE alerts.account_id = summary.account_id AND status = 'withheld' AND summary_id IS NULL`,
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
  await client.query(SUMMARIZE);
}

/**
 * Stores the alerts about endpoints in the transaction that changed their failures, so that an endpoint that is
 * deactivated soon after its first failure has been reported as failing.
 */
export async function findTroubleOf(
  client: Pick<Pool, 'query'>,
  endpoints: readonly SubscriptionRef[],
  { disableAfter, hasMail }: TroubleOptions,
): Promise<void> {
  const ids = [endpoints.map(({ accountId }) => accountId), endpoints.map(({ id }) => id)];
  await client.query({ ...FIND_OF_ENDPOINTS, values: [disableAfter, hasMail, ...ids] });
}

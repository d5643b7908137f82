import type { Pool } from 'pg';
import { IS_WORKING } from '../../people/account/is-working.ts';
import type { SubscriptionRef } from '../webhook/webhook-jobs.ts';
import { sentInHour } from './sent-in-hour.ts';
import {
  DISABLED,
  DISPUTED,
  EXPIRING,
  FAILED_IMPORT,
  FAILED_OCCURRENCES,
  FAILING,
  TO_CHECK,
  type Trouble,
  WITHDRAWN,
} from './troubles.ts';
import { type AlertType, ALERTS_PER_HOUR, SUMMARY_ALERT, TOLD_DAYS } from './types.ts';

/** The number of alerts about problems of one kind in a run; the rest follow in the next run. */
const AT_ONCE = 500;

/**
 * The SQL condition that an account with these `settings` receives an alert. $1: whether there is a mail
 * server.
 */
export const RECEIVES = `
  (settings.url IS NOT NULL OR $1 AND coalesce(by_mail, true)) AND type <> ALL (coalesce(muted, '{}'))`;

/** Returns the SQL that inserts one alert per case. $1: whether there is a mail server. */
function insertAlerts(type: AlertType, cases: string, limit = ''): string {
  return `
    found AS MATERIALIZED (
      -- The cases whose account receives the alert, so that others do not use up the limit.
      SELECT account_id, type, subject, level, data
      FROM (SELECT '${type}' AS type, given.* FROM (${cases}) AS given (account_id, subject, level, data)) AS trouble
      JOIN accounts account ON account.id = trouble.account_id AND ${IS_WORKING}
      LEFT JOIN alert_settings settings USING (account_id)
      WHERE ${RECEIVES} ${limit}
    ), numbered AS (
      SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY level DESC) AS turn FROM found
    )
    INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
    SELECT account_id, type, subject, level, ${[FAILING, DISABLED].some((open) => open.type === type)},
           json_build_object('alert', type, 'timestamp', iso_utc(now()), 'data', data)::text,
           -- What is beyond the limit of an hour waits for a summary; that webhooks were deactivated is always sent.
           CASE WHEN type <> '${DISABLED.type}' AND turn + ${sentInHour('numbered.account_id')} > ${ALERTS_PER_HOUR}
                THEN 'withheld' ELSE 'pending' END
    FROM numbered`;
}

/** Returns the SQL condition of the endpoints in two parameters, numbered from `first`. */
function ofThese(first: number): string {
  return `
    AND (webhook.account_id, webhook.id) IN (SELECT * FROM unnest($${first}::bigint[], $${first + 1}::bigint[]))`;
}

/** Returns the statement that finds one kind of trouble: of all accounts, or of some endpoints. */
function statementOf({ type, cases, needsLimit, ofEndpoints }: Trouble, ofSome = false) {
  // Alerts of endpoints end with the recovery; all other cases get one alert for good.
  const untold = ofEndpoints
    ? cases
    : `
    SELECT * FROM (${cases}) AS one (account_id, subject, level, data)
    WHERE NOT EXISTS (
      SELECT FROM alerts told
      WHERE told.account_id = one.account_id AND told.type = '${type}' AND told.subject = one.subject
        AND told.level = one.level)`;
  const some = ofSome ? ofThese(3) : '';
  return {
    name: `find-${type}${ofSome ? '-of-endpoints' : ''}`,
    text: `WITH ${insertAlerts(type, untold + some, `LIMIT ${AT_ONCE}`)}`,
    needsLimit,
  };
}

/**
 * Returns the statement that closes the alerts of endpoints that have recovered, and inserts an alert for
 * each of these endpoints. It is bounded by the open alerts.
 */
function recoveredStatement(ofSome = false) {
  const cases = `
    SELECT account_id, id::text, 0, json_build_object('webhook_id', id, 'url', url)
    FROM (SELECT DISTINCT account_id, id, url FROM closed) AS recovered`;
  return {
    name: `find-endpoint.recovered${ofSome ? '-of-endpoints' : ''}`,
    needsLimit: undefined,
    text: `
    WITH closed AS (
      UPDATE alerts SET is_open = false FROM webhook_subscriptions webhook
      WHERE is_open AND alerts.account_id = webhook.account_id AND subject = webhook.id::text
        AND webhook.status = 'active' AND consecutive_failures = 0 ${ofSome ? ofThese(2) : ''}
      RETURNING webhook.account_id, webhook.id, webhook.url
    ), ${insertAlerts('endpoint.recovered', cases)}`,
  };
}

/** The statements for each kind of trouble. Trouble that stops deliveries goes first when an hour is full. */
const FIND = [
  ...[DISABLED, WITHDRAWN, FAILED_OCCURRENCES, FAILING, EXPIRING, FAILED_IMPORT, DISPUTED, TO_CHECK].map(
    (kind) => statementOf(kind),
  ),
  recoveredStatement(),
];
const FIND_OF_ENDPOINTS = [DISABLED, FAILING].map((kind) => statementOf(kind, true));
const RECOVERED_OF_ENDPOINTS = recoveredStatement(true);

/** Inserts a summary of the withheld alerts, for each account whose first such alert is an hour old. */
const SUMMARIZE = {
  name: 'summarize-alerts',
  text: `
    WITH withheld AS MATERIALIZED (
      SELECT account_id, type, sum(cases)::int AS cases, min(created_at) AS since FROM alerts
      WHERE status = 'withheld' AND summary_id IS NULL AND created_at > now() - make_interval(days => ${TOLD_DAYS})
      GROUP BY account_id, type
    ), due AS (
      SELECT account_id FROM withheld GROUP BY account_id HAVING min(since) <= now() - interval '1 hour'
    ), summary AS (
      INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
      SELECT account_id, '${SUMMARY_ALERT}', '', 0, false,
             json_build_object(
               'alert', '${SUMMARY_ALERT}', 'timestamp', iso_utc(now()),
               'data', json_build_object(
                 'count', sum(cases), 'alerts', json_object_agg(type, cases ORDER BY type),
                 'since', iso_utc(min(since))))::text,
             'pending'
      FROM withheld JOIN due USING (account_id) GROUP BY account_id RETURNING account_id, id
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
 * Stores an alert for each problem that has none yet, in the open transaction. Problems are found in stored
 * state, so a crash loses none, and callbacks, imports and receipts do not depend on alerts. Must not run
 * twice at the same time.
 */
export async function findTrouble(
  client: Pick<Pool, 'query'>,
  { disableAfter, hasMail }: TroubleOptions,
): Promise<void> {
  for (const { name, text, needsLimit } of FIND) {
    await client.query({ name, text, values: needsLimit ? [hasMail, disableAfter] : [hasMail] });
  }
  await client.query(SUMMARIZE);
}

/**
 * Stores the alerts about endpoints in the transaction that changed their failures, so that an endpoint that
 * is deactivated soon after its first failure has been reported as failing.
 */
export async function findTroubleOf(
  client: Pick<Pool, 'query'>,
  endpoints: readonly SubscriptionRef[],
  { disableAfter, hasMail }: TroubleOptions,
): Promise<void> {
  const ids = [endpoints.map(({ accountId }) => accountId), endpoints.map(({ id }) => id)];
  for (const { name, text } of FIND_OF_ENDPOINTS) {
    await client.query({ name, text, values: [hasMail, disableAfter, ...ids] });
  }
  await client.query({ ...RECOVERED_OF_ENDPOINTS, values: [hasMail, ...ids] });
}

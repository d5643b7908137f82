import { OF_OPERATORS } from '../webhook/deactivation.ts';
import { type AlertType, EXPIRING_DAYS, FAILING_PERCENT, ALERTED_DAYS, MAX_ALERT_RESPONSE } from './types.ts';

/** A kind of problem, each case of which gets one alert. */
export interface Trouble {
  type: AlertType;
  /**
   * Selects the account_id, subject, level and data of the cases. $2: how many failures deactivate a webhook,
   * if `needsLimit`. It ends with the conditions of a row `webhook`, if `ofEndpoints`.
   */
  cases: string;
  needsLimit?: true;
  ofEndpoints?: true;
}

/** SQL for the highest percentage of the failures for deactivation that a webhook has reached. */
const LEVEL = `CASE ${FAILING_PERCENT.map(
  (percent) => `WHEN consecutive_failures * 100 >= $2 * ${percent} THEN ${percent}`,
).join(' ')} ELSE 0 END`;

/** The data of an alert about a webhook, with its last failed attempt. */
const ENDPOINT = `
  json_build_object(
    'webhook_id', webhook.id, 'url', url, 'consecutive_failures', consecutive_failures, 'deactivates_after', $2::int,
    'last_failure', (
      SELECT json_build_object('webhook_id', message.webhook_id, 'event', event.type, 'error', attempt.error,
                               'status_code', status_code, 'response', left(response_excerpt, ${MAX_ALERT_RESPONSE}),
                               'at', iso_utc(attempted_at), 'next_attempt_at', iso_utc(next_attempt_at))
      FROM webhook_messages message
      JOIN webhook_attempts attempt ON attempt.account_id = message.account_id AND attempt.message_id = message.id
      JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
      WHERE message.account_id = webhook.account_id AND message.subscription_id = webhook.id AND message.failures > 0
      ORDER BY message.id DESC, attempt.id DESC LIMIT 1))`;

/** A webhook that fails, once for each level until it recovers. */
export const FAILING: Trouble = {
  type: 'endpoint.failing',
  needsLimit: true,
  ofEndpoints: true,
  cases: `
    SELECT account_id, id::text, ${LEVEL}, ${ENDPOINT}
    FROM webhook_subscriptions webhook
    WHERE consecutive_failures > 0 AND status = 'active' AND ${LEVEL} > 0 AND NOT EXISTS (
      SELECT FROM alerts
      WHERE account_id = webhook.account_id AND subject = webhook.id::text AND is_open AND level >= ${LEVEL})`,
};

/** A webhook that was deactivated because of failures, once until it recovers. */
export const DISABLED: Trouble = {
  type: 'endpoint.disabled',
  needsLimit: true,
  ofEndpoints: true,
  cases: `
    SELECT account_id, id::text, 100, ${ENDPOINT}
    FROM webhook_subscriptions webhook
    WHERE status = 'deactivated' AND deactivated_at > now() - make_interval(days => ${ALERTED_DAYS})
      AND NOT coalesce(deactivation_error = ANY('{${OF_OPERATORS.join()}}'), false)
      AND NOT EXISTS (
        SELECT FROM alerts
        WHERE account_id = webhook.account_id AND subject = webhook.id::text AND is_open AND level = 100)`,
};

/** A key that expires soon, once for each of {@link EXPIRING_DAYS}. */
export const KEY_EXPIRING: Trouble = {
  type: 'key.expiring',
  cases: `
    SELECT account_id, id || ' ' || iso_utc(expires_at), days,
           json_build_object('key_id', id, 'name', name, 'expires_at', iso_utc(expires_at))
    FROM (VALUES ${EXPIRING_DAYS.map((days, at) => `(${days}, ${EXPIRING_DAYS[at - 1] ?? 0})`).join()})
      AS notice (days, later_notice)
    JOIN api_keys ON expires_at <= now() + make_interval(days => days)
      AND expires_at > now() + make_interval(days => later_notice)
    WHERE revoked_at IS NULL AND expires_at > created_at + make_interval(days => days)`,
};

/** An import that failed. */
export const FAILED_IMPORT: Trouble = {
  type: 'import.failed',
  cases: `
    SELECT account_id, id::text, 0,
           json_build_object('import_id', id, 'kind', kind, 'error', error, 'problem', problem,
                             'values', problem_values, 'refused', refused)
    FROM imports WHERE status = 'failed' AND finished_at > now() - make_interval(days => ${ALERTED_DAYS})`,
};

/** A receipt with open disputes. */
export const DISPUTED: Trouble = {
  type: 'receipt.disputed',
  cases: `
    SELECT account_id, delivery_id::text, 0,
           json_build_object('delivery_id', delivery_id, 'received_by', received_by, 'disputes', count(*))
    FROM receipt_disputes dispute JOIN receipts receipt USING (account_id, delivery_id)
    WHERE status = 'open' AND receipt.created_at > now() - make_interval(days => ${ALERTED_DAYS})
    GROUP BY account_id, delivery_id, received_by`,
};

/** A driver's receipt of fewer or too warm goods, until somebody has checked it. */
export const RECEIPT_TO_CHECK: Trouble = {
  type: 'receipt.to_check',
  cases: `
    SELECT account_id, delivery_id::text, 0,
           json_build_object(
             'delivery_id', delivery_id, 'received_by', received_by, 'recorded_by', recorder_name,
             'returned', (
               SELECT coalesce(sum(quantity), 0) FROM returns
               WHERE account_id = receipt.account_id AND delivery_id = receipt.delivery_id
                 AND reverses_id IS NULL AND reversed_by_id IS NULL),
             'temperatures', temperatures)
    FROM receipts receipt
    WHERE recorded_by <> 'link' AND created_at > now() - make_interval(days => ${ALERTED_DAYS})
      /* guard: confirmed-to-check */ AND state = 'confirmed'`,
};

/** A dispatched delivery with withdrawn lots. */
export const WITHDRAWN: Trouble = {
  type: 'lot.withdrawn_dispatched',
  cases: `
    SELECT account_id, delivery_id::text, 0,
           json_build_object(
             'delivery_id', delivery_id, 'dispatched_at', iso_utc(min(dispatched_at)),
             'lots', json_agg(
               json_build_object('product_id', product_id, 'product_name', item.name, 'lot', lot,
                                 'withdrawal_id', withdrawal_id)
               ORDER BY dispatch.id))
    FROM withdrawn_dispatches dispatch JOIN delivery_items item USING (account_id, delivery_id, product_id)
    WHERE dispatched_at > now() - make_interval(days => ${ALERTED_DAYS})
    GROUP BY account_id, delivery_id`,
};

/** The maximum number of failed dates that an alert names; it counts the others. */
const MAX_OCCURRENCES = 100;

/** A run of standing orders that could not create deliveries. */
export const FAILED_OCCURRENCES: Trouble = {
  type: 'standing_order.failed',
  cases: `
    SELECT run.account_id, iso_utc(run.failed_in), 0, (
      SELECT json_build_object(
        'count', max(failed.count),
        'occurrences', json_agg(
          json_build_object('standing_order_id', failed.standing_order_id, 'supermarket_name', supermarket.name,
                            'branch_name', branch.name, 'date', failed.date, 'reason', failed.reason)
          ORDER BY failed.date, failed.standing_order_id))
      FROM (
        SELECT occurrence.*, count(*) OVER () AS count FROM occurrences occurrence
        WHERE occurrence.account_id = run.account_id AND occurrence.failed_in = run.failed_in
          AND occurrence.status = 'failed'
        ORDER BY date, standing_order_id LIMIT ${MAX_OCCURRENCES}
      ) AS failed
      JOIN standing_orders standing
        ON standing.account_id = run.account_id AND standing.id = failed.standing_order_id
      JOIN supermarkets supermarket
        ON supermarket.account_id = run.account_id AND supermarket.id = standing.supermarket_id
      JOIN branches branch ON branch.account_id = run.account_id AND branch.id = standing.branch_id)
    FROM (
      SELECT DISTINCT account_id, failed_in FROM occurrences
      WHERE status = 'failed' AND failed_in > now() - make_interval(days => ${ALERTED_DAYS})
    ) AS run`,
};

import type { AttemptError } from '../webhook/attempt-errors.ts';

/** The types of alerts that accounts receive, besides events about their records. */
export const ALERT_TYPES = [
  'endpoint.failing',
  'endpoint.disabled',
  'endpoint.recovered',
  'message.exhausted',
  'key.expiring',
  'import.failed',
  'receipt.disputed',
  'receipt.to_check',
  'lot.withdrawn_dispatched',
  'standing_order.failed',
] as const;

export type AlertType = (typeof ALERT_TYPES)[number];

/** The alert that is sent to try the settings. It cannot be muted. */
export const TEST_ALERT = 'alert.test';
/** The alert that counts the alerts beyond the limit of an hour. It cannot be muted. */
export const SUMMARY_ALERT = 'alert.summary';

/** The statuses of an alert. */
export const ALERT_STATUSES = ['pending', 'sent', 'failed', 'withheld'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** The reasons why an alert was not sent, besides the errors of a callback. */
export const ALERT_ERRORS = ['mail_limited', 'mail_refused', 'no_recipient'] as const;
/** The reason why an attempt to post or to mail an alert failed. */
export type AlertError = AttemptError | (typeof ALERT_ERRORS)[number];

/** The failures after which an endpoint is failing, in percent of those that deactivate it. */
export const FAILING_PERCENT = [90, 70, 50];
/** The days before the expiry of a key on which an alert is sent. Shorter-lived keys get none. */
export const EXPIRING_DAYS = [3, 14];
/** The age in days beyond which problems cause no alerts, because an older version may have stored them. */
export const ALERTED_DAYS = 1;
/**
 * The maximum number of alerts per hour, tests included; a summary counts the others afterwards. Alerts about
 * deactivated webhooks count, but are always sent.
 */
export const ALERTS_PER_HOUR = 20;
/** The maximum length of what an endpoint responded, in alerts. */
export const MAX_ALERT_RESPONSE = 200;
/** The default number of alerts in a list: the newest. */
export const ALERTS = 100;

/**
 * Returns the percentage of the failures for deactivation that an endpoint has reached: 0, or one of
 * {@link FAILING_PERCENT}.
 */
export function levelOf(failures: number, disableAfter: number): number {
  return FAILING_PERCENT.find((percent) => failures * 100 >= disableAfter * percent) ?? 0;
}

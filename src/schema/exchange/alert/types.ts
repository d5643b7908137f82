import type { AttemptError } from '../webhook/attempt-errors.ts';

/** The types of alerts that an account gets, beside the events of its records. */
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
/** The alert that counts those beyond the limit of an hour. It cannot be muted. */
export const SUMMARY_ALERT = 'alert.summary';

/** The statuses of an alert. */
export const ALERT_STATUSES = ['pending', 'sent', 'failed', 'withheld'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** The reasons why an alert was not sent, beside the errors of a callback. */
export const ALERT_ERRORS = ['mail_limited', 'mail_refused', 'no_recipient'] as const;
/** The reason why an attempt to post or to mail an alert failed. */
export type AlertError = AttemptError | (typeof ALERT_ERRORS)[number];

/** The failures after which an endpoint is failing, in percent of those that deactivate it. */
export const FAILING_PERCENT = [90, 70, 50];
/** The days before the end of a key on which there is an alert. Keys for a shorter time do not count. */
export const EXPIRING_DAYS = [3, 14];
/** The age in days beyond which problems cause no alerts: a version without alerts may have stored them. */
export const TOLD_DAYS = 1;
/**
 * How many alerts an account gets in an hour, tests included; a summary counts the others when it is over.
 * Alerts about deactivated webhooks count, and are always sent.
 */
export const ALERTS_PER_HOUR = 20;
/** The default number of alerts in a list: the newest. */
export const ALERTS = 100;

/** Returns how far an endpoint is on the way to its deactivation: 0, or one of the percentages. */
export function levelOf(failures: number, disableAfter: number): number {
  return FAILING_PERCENT.find((percent) => failures * 100 >= disableAfter * percent) ?? 0;
}

import type { AlertStatus } from '../../generated/operations.ts';
import type { AlertError } from '../../generated/rules.ts';
import { errorInWords } from '../webhook/error-in-words.ts';

/** The alerts that one can mute, in words. */
export const ALERTS = [
  ['endpoint.failing', 'A webhook fails'],
  ['endpoint.disabled', 'A webhook was deactivated'],
  ['endpoint.recovered', 'A webhook works again'],
  ['message.exhausted', 'An event could not be delivered'],
  ['key.expiring', 'An API key expires'],
  ['import.failed', 'An import failed'],
  ['receipt.disputed', 'A receipt is disputed'],
  ['receipt.to_check', 'A driver records a delivery that is short or too warm'],
  ['lot.withdrawn_dispatched', 'A withdrawn lot leaves again'],
  ['standing_order.failed', 'Deliveries of standing orders were not created'],
] as const;

const NAMES = new Map<string, string>([
  ...ALERTS,
  ['alert.summary', 'A summary of more alerts'],
  ['alert.test', 'A test'],
]);

/** Returns what an alert was about. */
export function nameOf(type: string): string {
  return NAMES.get(type) ?? type;
}

export const STATUSES: Record<AlertStatus, string> = {
  FAILED: 'Not sent',
  PENDING: 'Being sent',
  SENT: 'Sent',
  WITHHELD: 'In the summary: too many in an hour',
};

const ERRORS: Record<AlertError, string> = {
  mail_limited: 'too many mails to the address in an hour; it is tried again',
  mail_refused: 'the mail server refused the mail',
  no_recipient: 'no URL is set, and no mail is sent',
};

/** Returns why an alert was not sent: the codes of the callback and of the mail. */
export function alertErrorInWords(codes: string): string {
  return codes
    .split(', ')
    .map((code) => ERRORS[code as AlertError] ?? errorInWords(code))
    .join('; ');
}

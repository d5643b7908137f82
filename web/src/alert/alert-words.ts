import type { AlertStatus } from '../generated/operations.ts';

/** The alerts that one can mute, in words. */
export const ALERTS = [
  ['endpoint.failing', 'A webhook fails'],
  ['endpoint.disabled', 'A webhook was deactivated'],
  ['endpoint.recovered', 'A webhook works again'],
  ['message.exhausted', 'An event could not be delivered'],
  ['key.expiring', 'An API key expires'],
  ['import.failed', 'An import failed'],
  ['receipt.disputed', 'A receipt is disputed'],
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

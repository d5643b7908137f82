import { type Expiry, olderThanDays } from '../../../database/expiry.ts';

/**
 * Returns the rules that delete entries of the request log after a number of days, which the operator sets.
 */
export function requestExpiry(days: number): Expiry[] {
  return [
    {
      table: 'requests',
      key: ['account_id', 'received_at', 'id'],
      hasExpired: olderThanDays('received_at', days),
    },
  ];
}

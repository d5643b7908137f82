import { type Expiry, olderThanDays } from '../../../database/expiry.ts';

/** The number of stored days: one more than shown, so that the last 30 days are complete at any hour. */
const COUNTED_DAYS = 31;

/** The counts of requests and of their failures. */
export const USAGE_EXPIRY: readonly Expiry[] = [
  {
    table: 'request_counts',
    key: ['account_id', 'key_id', 'hour'],
    hasExpired: olderThanDays('hour', COUNTED_DAYS),
  },
  {
    table: 'request_failures',
    key: ['account_id', 'day', 'key_id', 'endpoint', 'status', 'code'],
    hasExpired: `day < (now() AT TIME ZONE 'UTC')::date - ${COUNTED_DAYS}`,
  },
];

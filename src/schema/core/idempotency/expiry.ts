import { type Expiry, olderThanHours } from '../../../database/expiry.ts';
import { KEPT_HOURS } from '../limits.ts';

/** Responses are repeated for a day; what an account used is counted an hour longer. */
export const IDEMPOTENCY_EXPIRY: readonly Expiry[] = [
  {
    table: 'idempotency_keys',
    key: ['account_id', 'key'],
    hasExpired: olderThanHours('created_at', KEPT_HOURS),
  },
  {
    table: 'idempotency_usage',
    key: ['account_id', 'hour'],
    hasExpired: olderThanHours('hour', KEPT_HOURS + 1),
  },
];

import { type Expiry, olderThanHours } from '../../../database/expiry.ts';
import { KEPT_HOURS } from '../limits.ts';

/** Responses are stored for a day. The storage used by an account counts for an hour longer. */
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

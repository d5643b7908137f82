import { AT_ITS_END, type Expiry, olderThanDays } from '../../../database/expiry.ts';
import { EVENT_DAYS } from '../../core/event/expiry.ts';

/** Old secrets after a rotation, and the log of attempts. Messages are deleted with their event. */
export const WEBHOOK_EXPIRY: readonly Expiry[] = [
  {
    table: 'webhook_earlier_secrets',
    key: ['account_id', 'subscription_id', 'id'],
    hasExpired: AT_ITS_END,
  },
  {
    table: 'webhook_attempts',
    key: ['account_id', 'id'],
    hasExpired: olderThanDays('attempted_at', EVENT_DAYS),
  },
];

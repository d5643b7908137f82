import { type Expiry, olderThanDays } from '../../../database/expiry.ts';
import { ALERT_DAYS } from '../../core/event/alert-job.ts';

/** Old alerts, sent or not. */
export const ALERT_EXPIRY: readonly Expiry[] = [
  { table: 'alerts', key: ['account_id', 'id'], hasExpired: olderThanDays('created_at', ALERT_DAYS) },
];

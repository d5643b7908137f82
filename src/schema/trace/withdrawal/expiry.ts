import { AT_ITS_END, type Expiry, olderThanDays } from '../../../database/expiry.ts';
import { ALERT_DAYS } from '../../core/event/alert-job.ts';

/** Links to a notice, and notes of dispatched withdrawn goods, which alerts are based on. */
export const WITHDRAWAL_EXPIRY: readonly Expiry[] = [
  { table: 'notice_links', key: ['account_id', 'token_hash'], hasExpired: AT_ITS_END },
  {
    table: 'withdrawn_dispatches',
    key: ['account_id', 'id'],
    hasExpired: olderThanDays('dispatched_at', ALERT_DAYS),
  },
];

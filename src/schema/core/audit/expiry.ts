import { type Expiry, olderThanDays } from '../../../database/expiry.ts';

/** How long the audit log keeps entries. */
const ENTRY_DAYS = 366;

/** Entries after a year, and the counts of earlier days. */
export const AUDIT_EXPIRY: readonly Expiry[] = [
  { table: 'audit_entries', key: ['account_id', 'id'], hasExpired: olderThanDays('at', ENTRY_DAYS) },
  {
    table: 'audit_counts',
    key: ['account_id', 'day', 'action', 'actor'],
    hasExpired: `day < (now() AT TIME ZONE 'UTC')::date - 1`,
  },
];

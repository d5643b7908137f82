import { type Expiry, olderThanDays } from '../../../database/expiry.ts';
import { IMPORT_DAYS } from '../limits.ts';

/** Old imports with their files, unless they are running. */
export const IMPORT_EXPIRY: readonly Expiry[] = [
  {
    table: 'imports',
    key: ['account_id', 'id'],
    hasExpired: `${olderThanDays('created_at', IMPORT_DAYS)} AND status <> 'running'`,
  },
];

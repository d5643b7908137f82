import { AT_ITS_END, type Expiry, olderThanDays } from '../../../database/expiry.ts';
import { PHOTO_DAYS } from './add-photo.ts';

/** Links to sign a receipt, and photos: those without a receipt after a day. */
export const RECEIPT_EXPIRY: readonly Expiry[] = [
  { table: 'receipt_links', key: ['account_id', 'token_hash'], hasExpired: AT_ITS_END },
  {
    table: 'receipt_photos',
    key: ['account_id', 'id'],
    hasExpired: `${olderThanDays('created_at', PHOTO_DAYS)}
         OR receipt_id IS NULL AND ${olderThanDays('created_at', 1)}`,
  },
];

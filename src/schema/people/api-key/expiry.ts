import { AT_ITS_END, type Expiry } from '../../../database/expiry.ts';

/** Expired old values of keys that were rotated. A key that has expired stays in the list of keys. */
export const API_KEY_EXPIRY: readonly Expiry[] = [
  {
    table: 'api_key_earlier_secrets',
    key: ['account_id', 'key_id', 'secret_hash'],
    hasExpired: AT_ITS_END,
  },
];

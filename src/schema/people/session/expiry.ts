import { AT_ITS_END, type Expiry } from '../../../database/expiry.ts';

/** Sessions, and browsers that are recognized at the sign-in. */
export const SESSION_EXPIRY: readonly Expiry[] = [
  { table: 'sessions', key: ['account_id', 'id'], hasExpired: AT_ITS_END },
  { table: 'known_devices', key: ['account_id', 'person_id', 'token_hash'], hasExpired: AT_ITS_END },
];

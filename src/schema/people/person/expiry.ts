import { AT_ITS_END, type Expiry } from '../../../database/expiry.ts';

/** Invitations and links for a new password that nobody used. */
export const PERSON_EXPIRY: readonly Expiry[] = [
  { table: 'invitations', key: ['account_id', 'id'], hasExpired: AT_ITS_END },
  { table: 'password_resets', key: ['account_id', 'person_id'], hasExpired: AT_ITS_END },
];

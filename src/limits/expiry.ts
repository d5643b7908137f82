import type { Expiry } from '../database/expiry.ts';

/** A window of a counter that is over. */
export const RATE_LIMIT_EXPIRY: readonly Expiry[] = [
  { table: 'rate_limits', key: ['key'], hasExpired: 'expire < extract(epoch FROM now()) * 1000' },
];

import type { Expiry } from '../database/expiry.ts';

const NOW_MS = '(extract(epoch FROM now()) * 1000)';
/** Longer than any window. */
const LONGEST_MS = 25 * 3_600_000;

/** A window of a counter that is over, or that was opened before the clock went back. */
export const RATE_LIMIT_EXPIRY: readonly Expiry[] = [
  {
    table: 'rate_limits',
    key: ['key'],
    hasExpired: `(expire < ${NOW_MS} OR expire > ${NOW_MS} + ${LONGEST_MS})`,
  },
];

/** How many supermarkets with the most of the lots a response has by default. */
export const TOTALS = 100;

/** How many pending deliveries are named. */
export const MAX_PENDING = 1_000;

/**
 * How many dispatched lines of the traced products are looked at for lots, so that the balance takes no
 * longer for a large account.
 */
export const MAX_CHECKED = 5_000;

/** How many lines, dispatched in the period or not, are read to find these. */
export const MAX_SCANNED = 20_000;

/**
 * How many similar lots are suggested for one that was not found, and how many other spellings for each lot.
 */
export const MAX_SUGGESTIONS = 10;

/** How many changes of stops wait on a phone at most. */
export const MAX_WAITING = 400;
/** How many bytes the photos that wait on a phone have at most. */
export const MAX_PHOTO_BYTES = 100 * 1_024 * 1_024;
/** How many days of stops a phone keeps. */
export const MAX_DAYS = 3;
/** How long stops are shown without a network after they were read. */
export const MAX_AGE_MS = 2 * 24 * 3_600_000;
/**
 * How long photos of a receipt that was not finished are kept, and what waits of somebody who does not come
 * back.
 */
export const KEPT_MS = 30 * 24 * 3_600_000;

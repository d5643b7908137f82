/** Periods of a series. */
export const MAX_PERIODS = 400;
/** Days of delivery performance. */
export const MAX_PERFORMANCE_DAYS = 1_100;
/** Minutes of grace for a delivery. */
export const MAX_GRACE_MINUTES = 1_440;
/** Days of usage. */
export const MAX_USAGE_DAYS = 30;
/** Rows of usage in a response. */
export const MAX_COUNTS = 5_000;
/** Failures in a response. */
export const MAX_FAILURES = 100;
/** Bytes of a body that the request log stores. */
export const MAX_BODY_BYTES = 4 * 1_024;
/** Streams of the request log of an account, in each process. */
export const MAX_REQUEST_STREAMS = 5;

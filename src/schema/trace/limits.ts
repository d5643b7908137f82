/** Supermarkets in the totals of a trace, by default. */
export const DEFAULT_TOTALS = 100;
/** Pending deliveries that a trace names. */
export const MAX_PENDING = 1_000;
/** Dispatched lines without a lot that a trace checks. */
export const MAX_CHECKED_LINES = 5_000;
/** Lines that a trace reads to find these. */
export const MAX_SCANNED_LINES = 20_000;
/** Similar lots that a trace suggests, for each lot. */
export const MAX_SUGGESTIONS = 10;
/** Lots of a withdrawal. */
export const MAX_WITHDRAWN_LOTS = 100;
/** Withdrawals of a product in a list, the newest. */
export const MAX_PRODUCT_WITHDRAWALS = 100;
/** Validity of the link to a notice. */
export const NOTICE_LINK_DAYS = 30;
/** Links to a notice; one more ends the oldest. */
export const MAX_NOTICE_LINKS = 20;
/** Links to a notice that are created in a day. */
export const MAX_NOTICE_LINKS_A_DAY = 20;

/** Branches of a supermarket. */
export const MAX_BRANCHES = 200;
/** Days before the delivery that a cut-off can be. */
export const MAX_CUT_OFF_DAYS = 14;
/** Agreed prices in a call. */
export const MAX_PRICE_ROWS = 500;
/** Closed days in a call. */
export const MAX_CLOSED_DAYS = 1_000;
/** Closed days in a calendar file. */
export const MAX_DAYS_IN_FILE = 1_000;
/** Closed days of an account or a branch in a list, from today on. */
export const MAX_LISTED_CLOSED_DAYS = 4_000;
/** Length of a period of closed days. */
export const MAX_PERIOD_DAYS = 400;
/** Next delivery dates of a branch. */
export const MAX_NEXT_DATES = 62;
/** Branches whose closed days a query can check. */
export const MAX_CHECKED_BRANCHES = 200;

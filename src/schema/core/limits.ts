/** Characters of a name, and of every text without a limit of its own. */
export const MAX_TEXT = 200;
/** Characters of notes and descriptions. */
export const MAX_LONG_TEXT = 2_000;
/** Characters of a reference. */
export const MAX_REFERENCE = 100;
/** Characters of the code of a holiday region. */
export const MAX_HOLIDAY_CODE = 40;
/** Highest price. */
export const MAX_PRICE = 9_999_999.99;
/** Highest weight, in kilograms. */
export const MAX_WEIGHT_KG = 9_999_999.999;
/** Pieces in a line. */
export const MAX_QUANTITY = 1_000_000;
/** Pieces in a case. */
export const MAX_UNITS_PER_CASE = 1_000_000;
/** Shelf life of a product. */
export const MAX_SHELF_LIFE_DAYS = 3_650;
/** Records on a page, by default. */
export const DEFAULT_PER_PAGE = 20;
/** Records on a page. */
export const MAX_PER_PAGE = 100;
/** Records that numbered pages reach; cursors reach all. */
export const MAX_PAGED_RECORDS = 100_000;
/** Records of a list that are counted; the total of a longer one is an estimate. */
export const MAX_EXACT_TOTAL = 10_000;
/** Entries of a ranking or a history that a query can skip. */
export const MAX_SKIP = 100_000;
/** Values in a filter. */
export const MAX_FILTER_VALUES = 50;
/** References in a filter. */
export const MAX_FILTER_REFERENCES = 100;
/** Words of a search. */
export const MAX_WORDS = 10;
/** Rows of an upsert of products or supermarkets. */
export const MAX_UPSERT_ROWS = 500;
/** Objects in a response of GraphQL, on any plan. */
export const MAX_OBJECTS = 10_000;
/** Ids in `nodes`. */
export const MAX_NODES = 100;
/** Errors in a response. */
export const MAX_FAULTS = 1_000;
/** Time for which the response to an idempotency key is stored. */
export const KEPT_HOURS = 24;
/** Size of the responses that are stored for an account. */
export const MAX_STORED_GIB = 1;
/** Entries of the audit log for one action of one actor a day; one more counts the others. */
export const MAX_ENTRIES_A_DAY = 200;

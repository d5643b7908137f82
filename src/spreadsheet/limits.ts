/** The bounds of a file that is read or written. They keep its thread within its memory. */

export const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
/** Besides the header. */
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 100;
/** The sum of the uncompressed sizes in an .xlsx file, which is a ZIP archive. */
export const MAX_UNPACKED_BYTES = 100 * 1_024 * 1_024;
/** In characters; longer cells are cut, and exceed the limit of every field. */
export const MAX_CELL = 3_000;
/** The text of all cells that are used, in characters: an .xlsx file can repeat a long text for a few bytes. */
export const MAX_TEXT = 20_000_000;
export const HEAP_MB = 512;
export const READ_TIMEOUT_MS = 120_000;
export const WRITE_TIMEOUT_MS = 60_000;

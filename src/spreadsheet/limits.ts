/** The bounds of a file that is read or written. */

const MIB = 1_024 ** 2;

export const MAX_FILE_BYTES = 10 * MIB;
/** Besides the header. */
export const MAX_SHEET_ROWS = 50_000;
export const MAX_COLUMNS = 100;
/** In all rows together, also empty ones: each takes memory. */
export const MAX_CELLS = 2_500_000;
/** In characters; longer cells are cut, and exceed the limit of every field. */
export const MAX_CELL = 3_000;
/** The text of all cells that are used, in characters: an .xlsx file can repeat a long text for a few bytes. */
export const MAX_TEXT = 20_000_000;
/** The sum of the uncompressed sizes of what is needed of an archive, such as an .xlsx file. */
export const MAX_UNPACKED_BYTES = 64 * MIB;
/** Sheets, pictures and so on in an archive. */
export const MAX_ENTRIES = 50;

/**
 * The memory of a process that reads or writes a file: its heap, and all that no other process shares, of which Node.js
 * itself takes about 50 MiB. A small and a large file are read at a time, in 300 MiB together.
 */
export const MEMORY = {
  small: { heapMiB: 48, privateMiB: 90 },
  large: { heapMiB: 112, privateMiB: 210 },
  /** Of the one process that writes a file. */
  writing: { heapMiB: 256, privateMiB: 300 },
};
/** Larger files, and those that need more memory, have the memory of large ones, and are read one at a time. */
export const MAX_SMALL_BYTES = 256 * 1_024;
/** The memory of such a process with what is only reserved; about 540 MiB of it is Node.js itself. */
export const RESERVED_MIB = 1_024;
/** The processor time of such a process. */
export const CPU_S = 7;
export const READ_TIMEOUT_MS = 20_000;
/** What such a process may return, in bytes, and in one line. */
export const MAX_OUTPUT_BYTES = 48 * MIB;
export const MAX_LINE_BYTES = 8 * MIB;

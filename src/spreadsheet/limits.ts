/** The bounds of a file that is read or written. */

const MIB = 1_024 ** 2;

export const MAX_FILE_BYTES = 10 * MIB;
/** The maximum number of rows besides the header. */
export const MAX_SHEET_ROWS = 50_000;
export const MAX_COLUMNS = 100;
/** The maximum number of cells in all rows together, also in empty ones: each takes memory. */
export const MAX_CELLS = 2_500_000;
/** The maximum length of a cell in characters; longer cells are cut, and exceed the limit of every field. */
export const MAX_CELL = 3_000;
/** The maximum text of all used cells, in characters: .xlsx files can repeat a long text for a few bytes. */
export const MAX_SHEET_TEXT = 20_000_000;
/** The maximum uncompressed size of all that is needed of an archive, such as an .xlsx file. */
export const MAX_UNPACKED_BYTES = 64 * MIB;
/** The maximum number of sheets, pictures and so on in an archive. */
export const MAX_ARCHIVE_ENTRIES = 50;

/** The resources that a process may use. */
export interface Bounds {
  heapMiB: number;
  /** All memory that no other process shares. */
  privateMiB: number;
  cpuS: number;
  wallS: number;
  /** The nice value of the process (default: it gives way to the processes that serve). */
  priority?: number;
}

/**
 * The resources that a process which reads or writes a file may use: its heap, all memory that no other
 * process shares, of which Node.js itself takes about 50 MiB, processor time, and time: a process that does
 * not get its processor time is on a busy machine. The largest file that accounts are promised takes 13 s on
 * two cores of 2.5 GHz, and may take more than four times as long. Slower machines have proportionally more
 * time (`machine-speed.ts`). A small and two large files are read at a time.
 */
export const FILE_BOUNDS: Record<'small' | 'large' | 'writing', Bounds> = {
  small: { heapMiB: 48, privateMiB: 90, cpuS: 5, wallS: 40 },
  large: { heapMiB: 112, privateMiB: 210, cpuS: 60, wallS: 240 },
  /** The bounds of the one process that writes a file. */
  writing: { heapMiB: 256, privateMiB: 300, cpuS: 30, wallS: 120 },
};
/** The maximum size of small files; larger ones, or those that need more, have the bounds of large ones. */
export const MAX_SMALL_BYTES = 256 * 1_024;
/** The virtual memory of such a process, reserved or used; about 540 MiB of it is Node.js itself. */
export const RESERVED_MIB = 1_024;
/** The maximum size of the results of such a process, in bytes, and that of one line. */
export const MAX_OUTPUT_BYTES = 48 * MIB;
export const MAX_OUTPUT_LINE_BYTES = 8 * MIB;

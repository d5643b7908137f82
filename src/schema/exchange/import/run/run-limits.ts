/** A run that reported no progress for so long is started again: its process was killed. */
export const SILENT_S = 10;
/** The number of imports that a process runs at a time. Each takes two connections. */
export const RUNNING = 2;
/** The maximum time for writing the records of a file. */
export const WRITE_MS = 600_000;

import type { Plan } from '../../../core/caller/plans.ts';

const MIB = 1_024 ** 2;

/** How many files an account can send in an hour, refused ones included, and how much it can have stored. */
export const IMPORT_LIMITS: Record<Plan, { perHour: number; perMinute: number; storedBytes: number }> = {
  free: { perHour: 20, perMinute: 20, storedBytes: 20 * MIB },
  pro: { perHour: 60, perMinute: 60, storedBytes: 100 * MIB },
  business: { perHour: 200, perMinute: 200, storedBytes: 500 * MIB },
};

/** How long files and results are stored. */
export const IMPORT_DAYS = 7;
/** How many refusals are stored of a file, and shown. */
export const MAX_LISTED_REFUSALS = 100;
/** How many imports the list has by default: the newest. */
export const IMPORTS_SHOWN = 100;
/** A run that reported nothing for so long is started again: its process was killed. */
export const SILENT_S = 10;
/** Imports that a process runs at a time. Each takes two connections. */
export const RUNNING = 2;
/** The most time that writing the records of a file can take. */
export const WRITE_MS = 600_000;

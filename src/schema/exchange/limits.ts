import type { Plan } from '../core/caller/plans.ts';

const MIB = 1_024 ** 2;

/** Characters of a callback URL. */
export const MAX_URL = 2_000;
/** Attempts of a message in a response. */
export const MAX_MESSAGE_ATTEMPTS = 100;
/** Time for which a replaced secret of a webhook signs besides the new one. */
export const OVERLAP_HOURS = 24;
/** Replaced secrets that sign besides the new one. */
export const MAX_REPLACED_SECRETS = 5;
/** Types of events in a subscription. */
export const MAX_EVENTS = 100;
/** Time for which files and results of imports are stored. */
export const IMPORT_DAYS = 7;
/** Imports in the list, by default. */
export const DEFAULT_IMPORTS = 100;
/** Refused rows of a file that are stored. */
export const MAX_LISTED_REFUSALS = 100;
/**
 * Files that an account can import in an hour, refused ones included, and their size while they are stored.
 */
export const IMPORT_LIMITS: Record<Plan, { perHour: number; perMinute: number; storedBytes: number }> = {
  free: { perHour: 20, perMinute: 20, storedBytes: 20 * MIB },
  pro: { perHour: 60, perMinute: 60, storedBytes: 100 * MIB },
  business: { perHour: 200, perMinute: 200, storedBytes: 500 * MIB },
};

import { z } from 'zod';

const MAX_DAYS = 30;
const RULE = `must be an integer from 1 to ${MAX_DAYS}`;

/** The number of days of usage to read, at most as many as are stored. */
export const usageDays = z.int(RULE).min(1, RULE).max(MAX_DAYS, RULE);

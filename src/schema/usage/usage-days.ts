import { z } from 'zod';

const MAX_DAYS = 30;
const RULE = `must be an integer from 1 to ${MAX_DAYS}`;

/** How many days of usage are read: as many as are kept. */
export const usageDays = z.int(RULE).min(1, RULE).max(MAX_DAYS, RULE);

import { z } from 'zod';
import { MAX_USAGE_DAYS } from '../limits.ts';

const RULE = `must be an integer from 1 to ${MAX_USAGE_DAYS}`;

/** The number of days of usage to read, at most as many as are stored. */
export const usageDays = z.int(RULE).min(1, RULE).max(MAX_USAGE_DAYS, RULE);

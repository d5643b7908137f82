import { z } from 'zod';
import { MAX_USAGE_DAYS } from '../limits.ts';

const USAGE_DAYS_RULE = `must be an integer from 1 to ${MAX_USAGE_DAYS}`;

/** The number of days of usage to read, at most as many as are stored. */
export const usageDays = z.int(USAGE_DAYS_RULE).min(1, USAGE_DAYS_RULE).max(MAX_USAGE_DAYS, USAGE_DAYS_RULE);

import { z } from 'zod';
import { MAX_SKIP } from '../limits.ts';
import { perPage } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';

const SKIP = `must be an integer from 0 to ${MAX_SKIP}`;
const Places = z.object({ first: perPage, skip: z.int(SKIP).min(0, SKIP).max(MAX_SKIP, SKIP) });

/** The ranks of a ranking, or the entries of a history, to read. */
export interface Places {
  first: number;
  skip: number;
}

/**
 * Returns the validated range of ranks of a ranking, or of entries of a history.
 *
 * @throws AppError `validation_error` on first or skip
 */
export function placesOf(first: number, skip: number | null | undefined): Places {
  return valid(Places, { first, skip: skip ?? 0 });
}

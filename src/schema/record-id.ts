import { z } from 'zod';
import { recordId } from './rules.ts';

/** The id of no record: a malformed id is not found, like an id of another account. */
const NO_RECORD = 0n;

/** The id of a record in GraphQL, a string; in REST it is an integer. */
export const idInput = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be the id of a record')
  .transform(Number)
  .pipe(recordId);

/** Returns the id that `text` contains, or that of no record. */
export function recordIdOf(text: string): bigint {
  const { success, data } = idInput.safeParse(text);
  return success ? BigInt(data) : NO_RECORD;
}

import { z } from 'zod';
import { recordId } from './rules.ts';

/** The id of no record: a malformed id is not found, like an id of another account. */
const NO_RECORD = 0n;

const DIGITS = /^[1-9]\d{0,15}$/;

/** The id of a record in GraphQL, a string; in REST it is an integer. */
export const idInput = z
  .string()
  .regex(DIGITS, 'must be the id of a record')
  .transform(Number)
  .pipe(recordId);

/** Returns the id that `text` contains, or that of no record: what `idInput` accepts, in a fraction of its time. */
export function recordIdOf(text: string): bigint {
  return DIGITS.test(text) && Number.isSafeInteger(Number(text)) ? BigInt(text) : NO_RECORD;
}

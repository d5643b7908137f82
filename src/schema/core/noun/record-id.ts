import { z } from 'zod';
import { finding } from './issues.ts';

/**
 * The id of a record that does not exist, for malformed ids: they are not found, like ids of other accounts.
 */
const NO_RECORD = 0n;

const DIGITS = /^[1-9]\d{0,15}$/;

/** The id of a record in GraphQL, a string; in REST it is an integer. */
export const idInput = z
  .string()
  .regex(DIGITS, { error: 'must be the id of a record', abort: true })
  .refine(
    (text) => Number.isSafeInteger(Number(text)),
    finding('too_large', 'must be a positive integer', { max: Number.MAX_SAFE_INTEGER }),
  )
  .transform(BigInt);

/** Returns the id that `text` contains, or an id of no record if it is malformed. */
export function recordIdOf(text: string): bigint {
  return DIGITS.test(text) && Number.isSafeInteger(Number(text)) ? BigInt(text) : NO_RECORD;
}

/** The id in a filter: a malformed one matches nothing. */
export const idFilter = z.string().transform(recordIdOf);

import { z } from 'zod';
import { recordId } from './rules.ts';

/** Names no record: what is no id at all is not found, like an id of someone else's. */
const NO_RECORD = 0n;

/** The id of a record as GraphQL carries it, a string; over REST it is an integer. */
export const idInput = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be the id of a record')
  .transform(Number)
  .pipe(recordId);

/** The id that `text` names, for looking a record up. */
export function recordIdOf(text: string): bigint {
  const { success, data } = idInput.safeParse(text);
  return success ? BigInt(data) : NO_RECORD;
}

import { MAX_VALUE_CHARACTERS, TooLarge } from '../too-large.ts';

/**
 * Parses JSON from PostgreSQL.
 *
 * @throws TooLarge before parsing uses the memory and time
 */
export function parseJson(text: string): unknown {
  if (text.length > MAX_VALUE_CHARACTERS) throw new TooLarge();
  return JSON.parse(text);
}

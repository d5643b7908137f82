import { isVisible } from '../../../generated/texts.ts';
import { readNumber } from './read-number.ts';

/** The values of a form by the names of its fields: a `FormData`, or a map of texts. */
export interface Entries {
  get(name: string): unknown;
  has(name: string): boolean;
}

/** Returns the value of an optional text field; null if nothing can be seen of it, which clears the field. */
export function textIn(values: Entries, name: string): string | null {
  const text = String(values.get(name) ?? '').trim();
  return isVisible(text) ? text : null;
}

/** Returns the same for a number, which the form has checked. */
export function numberIn(values: Entries, name: string): number | null {
  const text = textIn(values, name);
  return text === null ? null : (readNumber(text) ?? Number.NaN);
}

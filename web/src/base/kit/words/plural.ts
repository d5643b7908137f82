import { wholeNumber } from './format.ts';

/** Returns a count with its noun: "1 delivery", "12 deliveries". @param noun in the singular */
export function plural(count: number, noun: string): string {
  return `${wholeNumber(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Returns the plural of a regular English noun. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

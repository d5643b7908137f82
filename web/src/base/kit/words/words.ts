/**
 * Returns whether a text has all words of a search, in any order, ignoring case and accents, like the
 * service.
 */
export function hasWords(text: string, search: string): boolean {
  const plain = plainOf(text);
  return plainOf(search)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/** Returns a text without case and accents. */
export function plainOf(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The maximum length of a unit. */
const MAX_LENGTH = 40;

/** Returns the word at the end of a text such as `5 Stk.`, without its point; empty if there is none. */
export function lastWord(text: string): string {
  const end = text.slice(-MAX_LENGTH).replace(/\.$/, '');
  return end.split(/[^\p{L}]+/u).at(-1)!;
}

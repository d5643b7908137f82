/** Splits a text into items, separated by two spaces or line breaks. */
export function listOf(text: string): string[] {
  return text.trim().split(/ {2,}|\n\s*/);
}

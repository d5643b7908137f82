/** The items of a text in which two spaces or a line's end stand between them. */
export function listOf(text: string): string[] {
  return text.trim().split(/ {2,}|\n\s*/);
}

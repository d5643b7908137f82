/**
 * The characters that a terminal would obey or hide: control characters, formatting such as the reversal of
 * text, and separators of lines and paragraphs. Joiners within words stay.
 */
const UNSAFE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNSAFE_IN_LINES = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns text from outside for a terminal, in one line: unsafe characters are escaped, such as `\u{1b}`. */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, written);
}

/** Returns the lines of a program for a terminal, with unsafe characters escaped, except line breaks. */
export function terminalLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, written);
}

/** Returns JSON for a terminal: the same value, with unsafe characters escaped. */
export function terminalJson(json: string): string {
  return json.replace(UNSAFE, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${hexOf(found.charCodeAt(at)).padStart(4, '0')}`,
    ).join(''),
  );
}

function written(found: string): string {
  return `\\u{${hexOf(found.codePointAt(0)!)}}`;
}

function hexOf(code: number): string {
  return code.toString(16);
}

const decoder = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes of characters in Windows-1252. */
const BYTE_OF_CHARACTER = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
);
/** The first byte of a character in UTF-8, and another one, as Windows-1252 shows them. */
const PAIR =
  /[\u00C2-\u00F4][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2122]/;

/**
 * Returns the text that was meant if UTF-8 was read as Windows-1252, such as `Grüne` for `GrÃ¼ne`; undefined
 * for others.
 */
export function misreadUtf8(text: string): string | undefined {
  if (!PAIR.test(text)) return undefined;
  const bytes = Array.from(text, (sign) => BYTE_OF_CHARACTER.get(sign));
  if (bytes.includes(undefined)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes as number[]));
  } catch {
    return undefined;
  }
}

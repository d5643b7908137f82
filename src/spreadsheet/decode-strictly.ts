/** Returns the text of bytes without a byte order mark; undefined if they are no text in that encoding. */
export function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns whether a text has control characters: the decoder writes them for bytes without a meaning. */
export function hasControls(text: string): boolean {
  return /[\u0080-\u009F]/.test(text);
}

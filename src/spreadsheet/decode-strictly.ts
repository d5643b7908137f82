/** Returns the text of bytes without a byte order mark; undefined if they are no text in that encoding. */
export function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Code pages leave bytes without a meaning, which the decoder turns into control characters. */
export function hasControls(text: string): boolean {
  return /[\u0080-\u009F]/.test(text);
}

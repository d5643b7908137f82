/** Converts `too_warm` to `Too warm`. */
export function wordsOf(code: string): string {
  return `${code[0]!.toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;
}

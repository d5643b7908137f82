/** Returns a reason as people write it: codes such as `wrong_item` become words. */
export function reasonInWords(reason: string): string {
  const isCode = /^[a-z][a-z_]*[a-z]$/.test(reason) && !reason.includes('__');
  return isCode ? reason.replaceAll('_', ' ') : reason;
}

/** Returns the code of a suggested reason that was typed in words, in either case; other texts stay. */
export function reasonOf(text: string, suggested: readonly string[]): string {
  const words = text.trim().toLowerCase();
  return suggested.find((each) => each === words || reasonInWords(each) === words) ?? text;
}

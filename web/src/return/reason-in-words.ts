/** Returns a reason as people write it: codes such as `wrong_item` become words. */
export function reasonInWords(reason: string): string {
  return /^[a-z]+(_[a-z]+)+$/.test(reason) ? reason.replaceAll('_', ' ') : reason;
}

/** Returns the code of a suggested reason that was typed in words, in either case; other texts stay. */
export function reasonOf(text: string, suggested: readonly string[]): string {
  const words = text.trim().toLowerCase();
  return suggested.find((each) => each === words || reasonInWords(each) === words) ?? text;
}

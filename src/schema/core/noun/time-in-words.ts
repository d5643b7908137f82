/** Returns a time as a person at a place writes it, such as "28 November 2026 at 14:05 (Europe/Berlin)". */
export function timeInWords(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${format.format(time)} (${timeZone})`;
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

/** Returns a day as a person writes it, such as "28 November 2026". */
export function dayInWords(date: Date): string {
  return DAY_FORMAT.format(date);
}

import { DAY_MS } from './durations.ts';

/** Returns the date a number of days from today in a time zone, such as the account's, YYYY-MM-DD. */
export function inDaysAt(timeZone: string, days: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  // Days are added to the date: where clocks change, a day has 23 or 25 hours.
  return dateAt(Date.parse(parts.format(Date.now())) + days * DAY_MS);
}

/** Returns the same in the viewer's time zone. */
export function inLocalDays(days: number): string {
  const offsetMs = new Date().getTimezoneOffset() * 60_000;
  return dateAt(Date.now() - offsetMs + days * DAY_MS);
}

/** Returns the day of a time in a time zone. */
export function dayIn(timeZone: string, time: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.parse(time));
}

/** Returns the time of day in a time zone, HH:MM. */
export function timeAt(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return parts.format(Date.now());
}

/** Returns the days from one date to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns the date a number of days after another one. */
export function dayAfter(date: string, days: number): string {
  return dateAt(Date.parse(date) + days * DAY_MS);
}

/** Returns the Monday and the Sunday of the week of a date. */
export function weekOf(date: string): [monday: string, sunday: string] {
  const time = Date.parse(date);
  const monday = time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS;
  return [dateAt(monday), dateAt(monday + 6 * DAY_MS)];
}

function dateAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

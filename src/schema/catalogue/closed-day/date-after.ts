import { DAY_MS } from '../../../durations.ts';

/** Returns the date so many days after another, both YYYY-MM-DD. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

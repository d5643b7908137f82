import { DAY_MS } from '../../../durations.ts';

/** Returns the date that is `days` days after another date, both YYYY-MM-DD. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

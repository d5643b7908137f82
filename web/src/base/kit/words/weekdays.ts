import type { Weekday } from '../../../generated/operations.ts';
import { LOCALE } from './locale.ts';
import { DAY_MS } from './durations.ts';

/** The days of the week, from Monday. */
export const WEEKDAYS: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];

/** A Monday, from which the names of the days are counted. */
const MONDAY = Date.UTC(2026, 0, 5);

/** Returns the name of a day of the week: "Mon" or "Monday". */
export function weekdayName(weekday: Weekday, length: 'long' | 'short' = 'short'): string {
  const format = new Intl.DateTimeFormat(LOCALE, { weekday: length, timeZone: 'UTC' });
  return format.format(MONDAY + WEEKDAYS.indexOf(weekday) * DAY_MS);
}

/** Returns the day of the week of a calendar date. */
export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7]!;
}

/** Returns days of the week in words: "Mon, Wed, Fri", "Mon to Fri", "Every day" or "None". */
export function weekdaysInWords(weekdays: readonly Weekday[]): string {
  const days = WEEKDAYS.filter((weekday) => weekdays.includes(weekday));
  if (days.length === 0) return 'None';
  if (days.length === WEEKDAYS.length) return 'Every day';
  const [first, last] = [days[0]!, days.at(-1)!];
  const isRow = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === days.length - 1;
  if (isRow && days.length > 2) return `${weekdayName(first)} to ${weekdayName(last)}`;
  return days.map((weekday) => weekdayName(weekday)).join(', ');
}

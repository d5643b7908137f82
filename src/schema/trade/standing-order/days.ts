import { type Weekday, WEEKDAY } from '../../core/noun/weekdays.ts';
import { DAY_MS } from '../../../durations.ts';

/**
 * Calendar dates as numbers of days since 1970-01-01, which are quicker to compute with than texts: a page of
 * orders computes some ten thousand days.
 */
export type Day = number;

/** The days from one to another. */
export interface DayWindow {
  from: Day;
  to: Day;
}

/** The number of days from 1900 to 2100. */
const MAX_DATES = 73_414;
/** The position of 1970-01-01 in its week, a Thursday. */
const FIRST_WEEKDAY = 3;

/** Returns the day of a date, YYYY-MM-DD. */
export function dayOf(date: string): Day {
  return Date.parse(date) / DAY_MS;
}

/** Returns the day of a date as the database client returns it. */
export function dayOfDate(date: Date): Day {
  return date.getTime() / DAY_MS;
}

/** The cached dates of days, because each is needed thousands of times; there are two centuries of them. */
const dates = new Map<Day, string>();

/** Returns the date of a day, YYYY-MM-DD. */
export function dateOf(day: Day): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (dates.size < MAX_DATES) dates.set(day, date);
  }
  return date;
}

/** Returns the position of a day in its week: 0 for Monday. */
export function positionInWeek(day: Day): number {
  return (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
}

/** Returns the number of the week of a day. */
export function weekOf(day: Day): number {
  return Math.floor((day + FIRST_WEEKDAY) / 7);
}

/** Returns the day of the week of a day. */
export function weekdayOf(day: Day): Weekday {
  return WEEKDAY.values[positionInWeek(day)]!;
}

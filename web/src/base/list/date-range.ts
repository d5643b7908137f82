import { day } from '../kit/words/format.ts';
import { dayAfter, inDaysAt, weekOf } from '../kit/words/days.ts';

/** A range of days with a name; both ends are part of it. */
export interface DateRange {
  label: string;
  dateFrom: string;
  dateTo: string;
}

/** Returns the ranges that people look for again and again, as of today in a time zone. */
export function namedRanges(timeZone: string): DateRange[] {
  const today = inDaysAt(timeZone, 0);
  const yesterday = inDaysAt(timeZone, -1);
  const [dateFrom, dateTo] = weekOf(today);
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const quarter = month - (month % 3);
  const months = (label: string, first: number, count: number): DateRange => ({
    label,
    dateFrom: dateOf(year, first, 1),
    // Day 0 is the last one of the month before.
    dateTo: dateOf(year, first + count, 0),
  });
  return [
    { label: 'Yesterday', dateFrom: yesterday, dateTo: yesterday },
    { label: 'This week', dateFrom, dateTo },
    { label: 'Last week', dateFrom: dayAfter(dateFrom, -7), dateTo: dayAfter(dateTo, -7) },
    months('This month', month, 1),
    months('Last month', month - 1, 1),
    months('This quarter', quarter, 3),
    months('Last quarter', quarter - 3, 3),
  ];
}

/** Puts a range of days into words; one of its ends can be open. */
export function rangeInWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `until ${inWords(to!)}`;
  if (to === undefined) return `from ${inWords(from)}`;
  return from === to ? inWords(from) : `${inWords(from)} – ${inWords(to)}`;
}

/** An address can have anything in place of a date. */
function inWords(date: string): string {
  return Number.isNaN(Date.parse(date)) ? date : day(date);
}

function dateOf(year: number, month: number, dayOfMonth: number): string {
  return new Date(Date.UTC(year, month, dayOfMonth)).toISOString().slice(0, 10);
}

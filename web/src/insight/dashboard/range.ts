import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Interval } from '../../generated/operations.ts';
import { MAX_PERIODS, TIME_ZONE_NAME } from '../../generated/rules.ts';
import { useSession } from '../../base/session/session.tsx';
import { DAY_MS } from '../../base/kit/words/durations.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DEFAULT_DAYS = 30;
const DAYS_IN: Record<Interval, number> = { DAY: 1, WEEK: 7, MONTH: 28 };

/** The preset ranges up to today, in days. */
export const DAYS = [7, 30, 90, 365];
/** The preset ranges of the calendar: the months that they have, the last whole ones before this month. */
const MONTHS = { 'last-month': 1, 'last-quarter': 3 } as const;

/** A preset range of the calendar. */
type CalendarRange = keyof typeof MONTHS;

/** The days that the dashboard shows; stored in the address. */
export interface Range {
  dateFrom: string;
  dateTo: string;
  /** The days to compare with. */
  previousFrom: string;
  previousTo: string;
  timeZone: string;
  interval: Interval;
  /** The number of days up to today; undefined for other ranges. */
  days: number | undefined;
  /** The range of the calendar; undefined for other ranges. */
  calendar: CalendarRange | undefined;
  /** The days that deliveries and returns count by: their own dates, or those on which they were recorded. */
  countsBy: 'delivery' | 'created';
  compareWith: 'previous' | 'year';
  /** The number of days. */
  length: number;
}

/** Returns the range in the address, and a function that changes it. */
export function useRange(): [range: Range, change: (values: Record<string, string | undefined>) => void] {
  const [search, setSearch] = useSearchParams();
  const { timeZone } = useSession().account;
  const range = useMemo(() => rangeOf(search, timeZone), [search, timeZone]);
  const change = (values: Record<string, string | undefined>) =>
    setSearch((search) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) search.delete(name);
        else search.set(name, value);
      }
      return search;
    });
  return [range, change];
}

/** Returns the intervals that divide a range into no more periods than the service allows. */
export function intervalsFor(length: number): Interval[] {
  return (['DAY', 'WEEK', 'MONTH'] as const).filter(
    (interval) => length / DAYS_IN[interval] < MAX_PERIODS - 2,
  );
}

function rangeOf(search: URLSearchParams, ownZone: string): Range {
  const zone = search.get('zone') ?? '';
  const timeZone = isTimeZone(zone) ? zone : ownZone;
  const today = todayIn(timeZone);
  const own = [search.get('from') ?? '', search.get('to') ?? ''].filter(isDate).toSorted();
  const given = Number(search.get('days'));
  const isOwn = own.length === 2;
  const named = search.get('period') ?? '';
  const calendar = !isOwn && isCalendarRange(named) ? named : undefined;
  const days = isOwn || calendar ? undefined : DAYS.includes(given) ? given : DEFAULT_DAYS;
  const [dateFrom, dateTo] = calendar
    ? monthsOf(calendar, today)
    : days === undefined
      ? (own as [string, string])
      : [plusDays(today, 1 - days), today];
  const length = 1 + (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS;
  const compareWith = search.get('compare') === 'year' ? 'year' : 'previous';
  const [previousFrom, previousTo] =
    compareWith === 'year'
      ? [plusMonths(dateFrom, -12), plusMonths(dateTo, -12)]
      : calendar
        ? [plusMonths(dateFrom, -MONTHS[calendar]), plusDays(dateFrom, -1)]
        : [plusDays(dateFrom, -length), plusDays(dateFrom, -1)];
  return {
    dateFrom,
    dateTo,
    previousFrom,
    previousTo,
    timeZone,
    calendar,
    countsBy: search.get('day') === 'created' ? 'created' : 'delivery',
    compareWith,
    interval: intervalOf(search.get('by'), length),
    days,
    length,
  };
}

function intervalOf(requested: string | null, length: number): Interval {
  const possible = intervalsFor(length);
  const usual = length <= 31 ? 'DAY' : length <= 180 ? 'WEEK' : 'MONTH';
  return possible.find((interval) => interval === requested?.toUpperCase()) ?? usual;
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns whether both browser and service know a time zone. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return TIME_ZONE_NAME.test(name);
  } catch {
    return false;
  }
}

function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format();
}

function isCalendarRange(name: string): name is CalendarRange {
  return Object.hasOwn(MONTHS, name);
}

/** Returns the first and the last day of the last month or quarter before a day. */
function monthsOf(calendar: CalendarRange, today: string): [string, string] {
  const length = MONTHS[calendar];
  const month = Number(today.slice(5, 7)) - 1;
  const next = plusMonths(`${today.slice(0, 7)}-01`, -(month % length));
  return [plusMonths(next, -length), plusDays(next, -1)];
}

/** Returns the same day of another month, or its last day if it is shorter. */
function plusMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Interval } from '../generated/operations.ts';
import { MAX_PERIODS, TIME_ZONE_NAME } from '../generated/rules.ts';

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DEFAULT_DAYS = 30;
const DAYS_IN: Record<Interval, number> = { DAY: 1, WEEK: 7, MONTH: 28 };

/** The preset ranges. */
export const DAYS = [7, 30, 90, 365];

/** The days that the dashboard shows; stored in the address. */
export interface Range {
  dateFrom: string;
  dateTo: string;
  /** The same number of days just before, for comparison. */
  previousFrom: string;
  previousTo: string;
  timeZone: string;
  interval: Interval;
  /** The number of days up to today; undefined for custom dates. */
  days: number | undefined;
  /** The number of days. */
  length: number;
}

/** Returns the range in the address, and a function that changes it. */
export function useRange(): [range: Range, change: (values: Record<string, string | undefined>) => void] {
  const [search, setSearch] = useSearchParams();
  const range = useMemo(() => rangeOf(search), [search]);
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

/** Returns the viewer's time zone, under a name that the service accepts. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat('en').resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Returns the intervals that divide a range into no more periods than the service allows. */
export function intervalsFor(length: number): Interval[] {
  return (['DAY', 'WEEK', 'MONTH'] as const).filter(
    (interval) => length / DAYS_IN[interval] < MAX_PERIODS - 2,
  );
}

function rangeOf(search: URLSearchParams): Range {
  const zone = search.get('zone') ?? '';
  const timeZone = isTimeZone(zone) ? zone : ownTimeZone();
  const today = todayIn(timeZone);
  const own = [search.get('from') ?? '', search.get('to') ?? ''].filter(isDate).toSorted();
  const given = Number(search.get('days'));
  const days = own.length === 2 ? undefined : DAYS.includes(given) ? given : DEFAULT_DAYS;
  const [dateFrom, dateTo] = days === undefined ? own : [plusDays(today, 1 - days), today];
  const length = 1 + (Date.parse(dateTo!) - Date.parse(dateFrom!)) / DAY_MS;
  return {
    dateFrom: dateFrom!,
    dateTo: dateTo!,
    previousFrom: plusDays(dateFrom!, -length),
    previousTo: plusDays(dateFrom!, -1),
    timeZone,
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

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

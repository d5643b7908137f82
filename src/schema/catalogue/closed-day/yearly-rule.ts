import { dayIn, type Property } from './ics-values.ts';

/**
 * A yearly rule: its months and days, the interval in years, the number of occurrences, and the last date.
 */
export interface YearlyRule {
  /** 1 to 12. */
  months: ReadonlySet<number>;
  /** 1 to 31, or -1 to -31 from the end of the month. */
  days: ReadonlySet<number>;
  interval: number;
  count: number;
  until: string | undefined;
}

/** The days that are read, both included. */
export interface Period {
  from: string;
  to: string;
  /** Counts an examined day. @throws AppError above the maximum */
  look: () => void;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the rule of a series that is yearly from a day on; undefined for every other one. */
export function yearlyRule([, , , value]: Property, start: string): YearlyRule | undefined {
  // The first day of the week (WKST) is ignored, because it matters only to weekly rules.
  const {
    freq,
    interval = 1,
    count,
    until,
    bymonth,
    bymonthday,
    wkst: _wkst,
    ...others
  } = value as Record<string, unknown>;
  if (freq !== 'YEARLY' || Object.keys(others).length > 0) return undefined;
  // Without months, the days would be those of every month.
  if (bymonthday !== undefined && bymonth === undefined) return undefined;
  const [, month, day] = start.split('-').map(Number) as [number, number, number];
  const months = numbers(bymonth ?? month, (each) => each >= 1 && each <= 12);
  const days = numbers(bymonthday ?? day, (each) => each !== 0 && Math.abs(each) <= 31);
  const last = until === undefined ? undefined : dayIn(['until', {}, 'date', until]);
  if (!months || !days || (until !== undefined && last === undefined)) return undefined;
  const isOneEnd = count === undefined || until === undefined;
  if (!isOneEnd || !isCount(interval) || !(count === undefined || isCount(count))) return undefined;
  return { months, days, interval, count: count ?? Infinity, until: last };
}

function numbers(given: unknown, isPossible: (each: number) => boolean): Set<number> | undefined {
  const all = new Set(Array.isArray(given) ? (given as unknown[]) : [given]);
  const possible = [...all].filter(
    (each): each is number => Number.isInteger(each) && isPossible(each as number),
  );
  return possible.length === all.size ? new Set(possible) : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/**
 * Returns the dates of a yearly series that begin in the window or less than two years before it. Days that a
 * year does not have, such as February 29, do not count.
 */
export function everyYears(rule: YearlyRule, start: string, { from, to, look }: Period): string[] {
  const { interval, count, until } = rule;
  const last = until !== undefined && until < to ? until : to;
  const first = yearOf(start);
  const ofFirst = datesIn(first, rule);
  // Years before the window are skipped at once, unless the number of days differs from year to year.
  const skipped = isSteady(rule) ? Math.max(0, Math.ceil((yearOf(from) - 2 - first) / interval)) : 0;
  const before = ofFirst.filter((date) => date < start).length;
  let times = skipped > 0 ? skipped * ofFirst.length - before : 0;
  const dates: string[] = [];
  for (let year = first + skipped * interval; year <= yearOf(last); year += interval) {
    const ofYear = datesIn(year, rule);
    if (ofYear.length === 0) look();
    for (const date of ofYear) {
      if (date < start) continue;
      if (times >= count || date > last) return dates;
      look();
      times += 1;
      if (year >= yearOf(from) - 2) dates.push(date);
    }
  }
  return dates;
}

/** Returns whether a rule has as many days in each year. */
function isSteady({ months, days }: YearlyRule): boolean {
  return !months.has(2) || [...days].every((day) => day >= 1 && day <= 28);
}

/** Returns the days of a rule in a year, in their order. */
function datesIn(year: number, { months, days }: YearlyRule): string[] {
  const dates = new Set<string>();
  for (const month of months) {
    const length = month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
    for (const day of days) {
      const at = day > 0 ? day : length + 1 + day;
      if (at >= 1 && at <= length) dates.add(`${padded(year, 4)}-${padded(month, 2)}-${padded(at, 2)}`);
    }
  }
  return [...dates].sort();
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

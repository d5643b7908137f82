import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { fault } from '../errors.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder } from '../rules.ts';
import { valid } from '../valid.ts';

/** More would be more than a chart can show. */
export const MAX_PERIODS = 400;

/** The days that figures are asked of, first and last included, as a clock in the time zone tells them. */
export interface Range {
  dateFrom: string;
  dateTo: string;
  timeZone: string;
}

export type Interval = 'day' | 'week' | 'month';

// Only names with a slash: PostgreSQL takes the others for abbreviations, and those know no summer time.
export const TIME_ZONE_NAME = /^(UTC|\w+\/[\w/+-]{1,50})$/;
const timeZone = z.string().refine((name) => TIME_ZONE_NAME.test(name) && isTimeZone(name), {
  error: 'must be an IANA time zone, such as UTC or Europe/Berlin',
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const RangeInput = z
  .object({ dateFrom: calendarDate, dateTo: calendarDate, timeZone })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

/** @throws AppError `validation_error` on dateFrom, dateTo or timeZone */
export function rangeOf(input: unknown): Range {
  return valid(RangeInput, input);
}

/** The instants at which a range begins and ends, as SQL for `created_at`. */
export function within({ dateFrom, dateTo, timeZone }: Range, column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${column} >= ${dateFrom}::timestamp AT TIME ZONE ${timeZone}::text
    AND ${column} < (${dateTo}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text`;
}

/** SQL for the range as one period. */
export function wholeOf({ dateFrom, dateTo, timeZone }: Range): Prisma.Sql {
  return Prisma.sql`
    SELECT ${dateFrom}::date AS date, ${dateFrom}::timestamp AT TIME ZONE ${timeZone}::text AS starts_at,
           (${dateTo}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text AS ends_at`;
}

/**
 * SQL for the periods a range falls into. Their ends are local midnights, so that the days on which
 * clocks change have 23 and 25 hours; the first and the last period end with the range.
 *
 * @throws AppError `validation_error` on dateTo when there are too many
 */
export function periodsOf(range: Range, interval: Interval): Prisma.Sql {
  if (countPeriods(range, interval) > MAX_PERIODS) {
    const problem = `dateTo makes more than ${MAX_PERIODS} ${interval}s of it: shorten the range, or take a longer interval`;
    throw fault('validation_error', problem, 'dateTo');
  }
  const { dateFrom, dateTo, timeZone } = range;
  const step = Prisma.sql`${`1 ${interval}`}::interval`;
  return Prisma.sql`
    SELECT period::date AS date,
           greatest(period, ${dateFrom}::timestamp) AT TIME ZONE ${timeZone}::text AS starts_at,
           least(period + ${step}, (${dateTo}::date + 1)::timestamp) AT TIME ZONE ${timeZone}::text AS ends_at
    FROM generate_series(date_trunc(${interval}::text, ${dateFrom}::timestamp), ${dateTo}::timestamp, ${step}) AS period`;
}

function countPeriods({ dateFrom, dateTo }: Range, interval: Interval): number {
  const placeOf = PLACES[interval];
  return placeOf(new Date(dateTo)) - placeOf(new Date(dateFrom)) + 1;
}

const DAY_MS = 86_400_000;
/** Of 1970-01-01, from where days are counted: a Thursday. */
const DAYS_SINCE_MONDAY = 3;

/** The how many-th day, week and month it is. */
const PLACES: Record<Interval, (date: Date) => number> = {
  day: (date) => date.getTime() / DAY_MS,
  week: (date) => Math.floor((date.getTime() / DAY_MS + DAYS_SINCE_MONDAY) / 7),
  month: (date) => date.getUTCFullYear() * 12 + date.getUTCMonth(),
};

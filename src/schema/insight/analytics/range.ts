import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder } from '../../core/noun/rules.ts';
import { requireTimeZone, timeZone } from '../../people/account/time-zone.ts';
import { valid } from '../../core/noun/valid.ts';
import { DAY_MS } from '../../../durations.ts';
import { MAX_PERIODS } from '../limits.ts';

/** A range of days in a time zone; both ends are inclusive. */
export interface DayRange {
  dateFrom: string;
  dateTo: string;
  timeZone: string;
}

export type Interval = 'day' | 'week' | 'month';

const RangeInput = z
  .object({ dateFrom: calendarDate, dateTo: calendarDate, timeZone })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

/**
 * Returns the validated range.
 *
 * @throws AppError `validation_error` on dateFrom, dateTo or timeZone
 */
export async function rangeOf(
  context: Context,
  { timeZone, ...days }: { timeZone?: string | null; dateFrom: unknown; dateTo: unknown },
): Promise<DayRange> {
  const range = valid(RangeInput, { ...days, timeZone: timeZone ?? callerOf(context).timeZone ?? 'UTC' });
  await requireTimeZone(context.db, range.timeZone);
  return range;
}

/** The column whose day counts: an instant, whose day depends on the time zone, or a date, which has none. */
export interface DayColumn {
  column: Prisma.Sql;
  isDate: boolean;
}

/** Returns SQL that limits records to those of a range. */
export function inRange({ dateFrom, dateTo, timeZone }: DayRange, { column, isDate }: DayColumn): Prisma.Sql {
  return isDate
    ? Prisma.sql`${column} BETWEEN ${dateFrom}::date AND ${dateTo}::date`
    : Prisma.sql`${column} >= ${dateFrom}::timestamp AT TIME ZONE ${timeZone}::text
        AND ${column} < (${dateTo}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text`;
}

/** Returns SQL that limits records to those of a row of {@link wholeOf} or {@link periodsOf}. */
export function inPeriod({ column, isDate }: DayColumn): Prisma.Sql {
  return isDate
    ? Prisma.sql`${column} >= starts_on AND ${column} < ends_before`
    : Prisma.sql`${column} >= starts_at AND ${column} < ends_at`;
}

/** Returns SQL for the whole range as one period. */
export function wholeOf({ dateFrom, dateTo, timeZone }: DayRange): Prisma.Sql {
  return Prisma.sql`
    SELECT ${dateFrom}::date AS date, ${dateFrom}::date AS starts_on, ${dateTo}::date + 1 AS ends_before,
           ${dateFrom}::timestamp AT TIME ZONE ${timeZone}::text AS starts_at,
           (${dateTo}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text AS ends_at`;
}

/**
 * Returns SQL for the periods of a range. Periods end at local midnight, so days on which clocks change have
 * 23 or 25 hours. The first and the last period are cut to the range.
 *
 * @throws AppError `validation_error` on dateTo when there are too many periods
 */
export function periodsOf(range: DayRange, interval: Interval): Prisma.Sql {
  if (countPeriods(range, interval) > MAX_PERIODS) {
    const wording = `gives more than ${MAX_PERIODS} ${interval}s: shorten the range, or use a longer interval`;
    throw errorAt('dateTo', 'range_too_long', wording, { max: MAX_PERIODS });
  }
  const { dateFrom, dateTo, timeZone } = range;
  const step = Prisma.sql`${`1 ${interval}`}::interval`;
  return Prisma.sql`
    SELECT period::date AS date, greatest(period, ${dateFrom}::timestamp)::date AS starts_on,
           least(period + ${step}, (${dateTo}::date + 1)::timestamp)::date AS ends_before,
           greatest(period, ${dateFrom}::timestamp) AT TIME ZONE ${timeZone}::text AS starts_at,
           least(period + ${step}, (${dateTo}::date + 1)::timestamp) AT TIME ZONE ${timeZone}::text AS ends_at
    FROM generate_series(date_trunc(${interval}::text, ${dateFrom}::timestamp),
                         ${dateTo}::timestamp, ${step}) AS period`;
}

function countPeriods({ dateFrom, dateTo }: DayRange, interval: Interval): number {
  const placeOf = PLACES[interval];
  return placeOf(new Date(dateTo)) - placeOf(new Date(dateFrom)) + 1;
}

/** Days are counted from 1970-01-01, which was a Thursday. */
const DAYS_SINCE_MONDAY = 3;

/** The number of the day, week or month since 1970. */
const PLACES: Record<Interval, (date: Date) => number> = {
  day: (date) => date.getTime() / DAY_MS,
  week: (date) => Math.floor((date.getTime() / DAY_MS + DAYS_SINCE_MONDAY) / 7),
  month: (date) => date.getUTCFullYear() * 12 + date.getUTCMonth(),
};

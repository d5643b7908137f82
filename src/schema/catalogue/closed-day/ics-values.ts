import { type Violation, violation } from '../../../problems.ts';
import { AppError, faultAt } from '../../core/errors.ts';

/** A property as the parser returns it: name, parameters, type, values. */
export type Property = [
  name: string,
  parameters: Record<string, unknown>,
  type: string,
  ...values: unknown[],
];

/** A day, or a time on it. */
interface Moment {
  date: string;
  /** The time as HH:MM:SS, in any time zone; null for a day. */
  time: string | null;
}

/** Days that follow each other. */
export interface WholeDays {
  start: string;
  length: number;
}

/** The form that the parser gives to `20270105T100000Z` and `20270105` where a time is expected. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(?:::|((?:[01]\d|2[0-3]):[0-5]\d:[0-6]\d)Z?))?$/;
const MIDNIGHT = '00:00:00';
const DURATION = /^\+?P(?=.)(?:\d{1,6}W|(?:\d{1,6}D)?(?:T(?=.)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)?)$/;

/**
 * Returns the days from the start of an event to before its end; undefined if it begins or ends at a time of
 * the day.
 *
 * @throws AppError `validation_error` on ics
 */
export function wholeDays(
  begin: Property,
  end: Property | undefined,
  duration: Property | undefined,
): WholeDays | undefined {
  const from = momentIn(begin, begin[3]);
  const isDay = from.time === null;
  if (!isDay && from.time !== MIDNIGHT) return undefined;
  const to = end && momentIn(end, end[3]);
  const start = from.date;
  if (!to && !duration) return isDay ? { start, length: 1 } : undefined;
  if (to && to.time !== null && to.time !== MIDNIGHT) return undefined;
  const length = to ? daysBetween(start, to.date) : daysIn(String(duration![3]), isDay);
  if (length === undefined) return undefined;
  if (length < 0) throw endsEarly(start);
  // Some programs write an event of one day with its own day as its end.
  return isDay ? { start, length: Math.max(length, 1) } : length > 0 ? { start, length } : undefined;
}

/**
 * Returns the number of days of a duration; undefined if it includes a part of a day. If the event starts on
 * a day without a time (`isDay`), its duration has no hours.
 */
function daysIn(written: string, isDay: boolean): number | undefined {
  if (written.startsWith('-')) return -1;
  if (!DURATION.test(written) || (isDay && written.includes('T'))) return undefined;
  const hours = Temporal.Duration.from(written).total({ unit: 'hours', relativeTo: '2027-01-01' });
  return hours % 24 === 0 ? hours / 24 : undefined;
}

/**
 * Returns the days that the values of EXDATE or RDATE name. A time stands for its day with the length of the
 * event, a period for the days of the period.
 *
 * @throws AppError `validation_error` on ics
 */
export function namedDays(property: Property, length: number): WholeDays[] {
  const [, , , ...values] = property;
  return values.map((value) => {
    if (!Array.isArray(value)) return { start: momentIn(property, value).date, length };
    const [first, last] = value as [unknown, unknown];
    const from = momentIn(property, first);
    return { start: from.date, length: lengthOfPeriod(property, from, last) };
  });
}

function lengthOfPeriod(property: Property, from: Moment, last: unknown): number {
  const start = Temporal.PlainDateTime.from(`${from.date}T${from.time ?? MIDNIGHT}`);
  const written = String(last);
  const isDuration = DURATION.test(written);
  const to = isDuration ? undefined : momentIn(property, last);
  const end = to
    ? Temporal.PlainDateTime.from(`${to.date}T${to.time ?? MIDNIGHT}`)
    : start.add(Temporal.Duration.from(written));
  if (Temporal.PlainDateTime.compare(end, start) < 0) throw endsEarly(from.date);
  const days = daysBetween(from.date, end.toPlainDate().toString());
  // A period that ends at midnight does not include the day that begins then.
  return end.toPlainTime().equals(MIDNIGHT) ? Math.max(days, 1) : days + 1;
}

/** Returns the day of the first value of a property; undefined if there is none. */
export function dayIn(property: Property | undefined): string | undefined {
  return property && momentOf(property[3])?.date;
}

function momentOf(value: unknown): Moment | undefined {
  const [, date, time = null] = MOMENT.exec(String(value)) ?? [];
  return date !== undefined && isReal(date) ? { date, time } : undefined;
}

/** @throws AppError `validation_error` if the value has no real date */
function momentIn([name]: Property, value: unknown): Moment {
  const moment = momentOf(value);
  if (moment) return moment;
  const wording = `has no valid date in ${name.toUpperCase()}: '${String(value).slice(0, 20)}'`;
  throw refusal(violation('invalid_date', wording));
}

function isReal(date: string): boolean {
  const time = Date.parse(date);
  // Date.parse turns some impossible days, such as February 30, into days of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function endsEarly(start: string): AppError {
  return refusal(violation('range_out_of_order', `has an event that ends before it starts, on ${start}`));
}

export function refusal(why: Violation): AppError {
  return new AppError(faultAt('ics', why));
}

import ICAL from 'ical.js';
import { type Violation, violation } from '../../problems.ts';
import { AppError, faultAt } from '../errors.ts';
import { MAX_TEXT } from '../noun/rules.ts';
import { isVisible, singleLine, storable } from '../noun/texts.ts';
import { dateAfter } from './date-after.ts';

/** The maximum number of closed days in a file. */
export const MAX_DAYS_IN_FILE = 1_000;

/** Files are read so many years ahead. */
export const YEARS_AHEAD = 3;

/**
 * The maximum number of days and years that are looked at, also of events that take the same days: 3,400 events of 990
 * days each fit in a body.
 */
export const MAX_LOOKED_AT = 20_000;

/** The longest event that is repeated every so many years. */
const MAX_YEARLY_DAYS = 366;

/** The closed days in a file, by date, with their reasons, and how many of its events are none. */
export interface IcsDays {
  days: Map<string, string | null>;
  ignored: number;
}

/** A property as the parser returns it: name, parameters, type, values. */
type Property = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], components: Component[]];

/** A whole-day event: its first day, and how many days it takes. */
interface WholeDays {
  start: string;
  length: number;
}

/**
 * Reads the whole-day events of a calendar file from today to three years ahead. Events that a time of the day, their
 * status or a rule other than a yearly one excludes are counted.
 *
 * @param today YYYY-MM-DD
 * @throws AppError `validation_error` on ics
 */
export function readIcs(ics: string, today: string): IcsDays {
  const to = Temporal.PlainDate.from(today).add({ years: YEARS_AHEAD }).toString();
  let left = MAX_LOOKED_AT;
  const look = () => {
    left -= 1;
    if (left < 0) throw refusal(violation('too_many', TOO_MANY_LOOKS, { max: MAX_LOOKED_AT }));
  };
  const period = { from: today, to, look };
  const events = calendarsOf(ics).flatMap(([, , components]) =>
    components.filter(([name]) => name === 'vevent'),
  );
  const replaced = replacedDates(events);
  const days = new Map<string, string | null>();
  let ignored = 0;
  for (const event of events) {
    const dates = isCancelled(event) ? undefined : datesOf(event, period, replaced);
    if (dates === undefined) ignored += 1;
    else addDays(days, dates, reasonOf(event), period);
  }
  return { days, ignored };
}

/** The days that are read, both included. */
interface Period {
  from: string;
  to: string;
  /** Counts a day or year that is looked at. @throws AppError for one too many */
  look: () => void;
}

const TOO_MANY_LOOKS = `must have events of at most ${MAX_LOOKED_AT} days together, counting a day once for each event`;

function addDays(
  days: IcsDays['days'],
  dates: readonly WholeDays[],
  reason: string | null,
  { from, to, look }: Period,
): void {
  for (const { start, length } of dates) {
    // Only days within the window are looked at, however long the event is.
    const last = dateAfter(start, Math.min(length, daysBetween(start, to) + 1) - 1);
    for (let date = start < from ? from : start; date <= last; date = dateAfter(date, 1)) {
      look();
      if (!days.has(date)) days.set(date, reason);
      if (days.size > MAX_DAYS_IN_FILE)
        throw refusal(
          violation('too_many', `must have at most ${MAX_DAYS_IN_FILE} days`, { max: MAX_DAYS_IN_FILE }),
        );
    }
  }
}

function calendarsOf(ics: string): Component[] {
  let parsed: unknown;
  try {
    parsed = ICAL.parse(ics.replace(/^\uFEFF/, ''));
  } catch {
    throw refusal(violation('invalid_calendar', NO_CALENDAR));
  }
  const all = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as Component[];
  const calendars = all.filter(([name]) => name === 'vcalendar');
  if (calendars.length === 0) throw refusal(violation('invalid_calendar', NO_CALENDAR));
  return calendars;
}

const NO_CALENDAR = 'must be an iCalendar file: from BEGIN:VCALENDAR to END:VCALENDAR';

/** Returns the occurrences of series that other events of the file replace, by the ids of the series. */
function replacedDates(events: readonly Component[]): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>();
  for (const event of events) {
    const date = dateIn(propertiesOf(event, 'recurrence-id')[0]);
    if (date === undefined) continue;
    const id = uidOf(event);
    replaced.set(id, (replaced.get(id) ?? new Set()).add(date));
  }
  return replaced;
}

/** Returns the days of an event; undefined if it is to be ignored. */
function datesOf(
  event: Component,
  period: Period,
  replaced: ReadonlyMap<string, ReadonlySet<string>>,
): WholeDays[] | undefined {
  const [begin] = propertiesOf(event, 'dtstart');
  if (!begin) throw refusal(violation('invalid_date', 'has an event without DTSTART'));
  if (begin[2] !== 'date') {
    if (Number.isNaN(Date.parse(String(begin[3])))) throw invalidDate(begin);
    return undefined;
  }
  const start = validDate(begin);
  const length = lengthOf(event, start);
  if (length === undefined) return undefined;
  const rules = propertiesOf(event, 'rrule');
  if (rules.length === 0) return [{ start, length }];
  const rule = rules.length === 1 && length <= MAX_YEARLY_DAYS ? yearlyRule(rules[0]!) : undefined;
  if (!rule || propertiesOf(event, 'rdate').length > 0 || propertiesOf(event, 'exrule').length > 0) {
    return undefined;
  }
  const excluded = new Set(propertiesOf(event, 'exdate').flatMap((dates) => datesIn(dates)));
  const others = replaced.get(uidOf(event));
  return everyYears(start, rule, period)
    .filter((date) => !excluded.has(date) && !others?.has(date))
    .map((date) => ({ start: date, length }));
}

/** Returns how many days an event takes; undefined if it ends at a time of the day. */
function lengthOf(event: Component, start: string): number | undefined {
  const [end] = propertiesOf(event, 'dtend');
  if (end) {
    if (end[2] !== 'date') return undefined;
    const days = daysBetween(start, validDate(end));
    if (days < 0)
      throw refusal(violation('range_out_of_order', `has an event that ends before it starts, on ${start}`));
    // Some programs write an event of one day with its own day as its end.
    return Math.max(days, 1);
  }
  const [duration] = propertiesOf(event, 'duration');
  if (!duration) return 1;
  const written = /^([+-]?)P(?:(\d{1,6})W|(\d{1,6})D)$/.exec(String(duration[3]));
  if (!written) return undefined;
  const [, sign, weeks, days] = written;
  if (sign === '-')
    throw refusal(violation('range_out_of_order', `has an event that ends before it starts, on ${start}`));
  return Math.max(weeks === undefined ? Number(days) : Number(weeks) * 7, 1);
}

/** Every so many years, so many times, until a date. */
interface YearlyRule {
  interval: number;
  count: number;
  until: string | undefined;
}

/** Returns the rule of a yearly series; undefined for every other one. */
function yearlyRule([, , , value]: Property): YearlyRule | undefined {
  const { freq, interval = 1, count, until, ...others } = value as Record<string, unknown>;
  const isKnown = freq === 'YEARLY' && Object.keys(others).length === 0;
  const isOneEnd = count === undefined || until === undefined;
  const last = until === undefined ? undefined : realDate(String(until).slice(0, 10));
  if (!isKnown || !isOneEnd || !isCount(interval) || !(count === undefined || isCount(count)))
    return undefined;
  if (until !== undefined && last === undefined) return undefined;
  return { interval, count: count ?? Infinity, until: last };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/**
 * Returns the dates of a yearly series that begin in the window or less than two years before it. February 29 is left out
 * of years that have none, which do not count.
 */
function everyYears(
  start: string,
  { interval, count, until }: YearlyRule,
  { from, to, look }: Period,
): string[] {
  const last = until !== undefined && until < to ? until : to;
  const first = yearOf(start);
  const isInLeapYears = start.endsWith('-02-29');
  // The years before are not looked at one by one, unless some of them do not count.
  const skipped = isInLeapYears ? 0 : Math.max(0, Math.ceil((yearOf(from) - 2 - first) / interval));
  const dates: string[] = [];
  let times = skipped;
  for (let year = first + skipped * interval; times < count && year <= yearOf(last); year += interval) {
    look();
    if (isInLeapYears && !isLeapYear(year)) continue;
    times += 1;
    const date = `${String(year).padStart(4, '0')}${start.slice(4)}`;
    if (date <= last && year >= yearOf(from) - 2) dates.push(date);
  }
  return dates;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function isCancelled(event: Component): boolean {
  return propertiesOf(event, 'status').some(([, , , value]) => String(value).toUpperCase() === 'CANCELLED');
}

/** A text of a file cannot be mended by who imports it, so it is brought into form instead of refused. */
function reasonOf(event: Component): string | null {
  const summary = propertiesOf(event, 'summary')[0]?.[3];
  if (typeof summary !== 'string') return null;
  const formed = singleLine(storable(summary.slice(0, 10 * MAX_TEXT)));
  return isVisible(formed) ? [...formed].slice(0, MAX_TEXT).join('').trim() : null;
}

function uidOf(event: Component): string {
  return String(propertiesOf(event, 'uid')[0]?.[3] ?? '');
}

function propertiesOf([, properties]: Component, name: string): Property[] {
  return properties.filter(([each]) => each === name);
}

function datesIn([, , type, ...values]: Property): string[] {
  return type === 'date' ? values.map(String) : [];
}

function dateIn(property: Property | undefined): string | undefined {
  return property && realDate(String(property[3]).slice(0, 10));
}

/** @throws AppError `validation_error` if the property has no real date */
function validDate(property: Property): string {
  const date = realDate(String(property[3]));
  if (date === undefined) throw invalidDate(property);
  return date;
}

function realDate(date: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const time = Date.parse(date);
  // Some days that no month has become days of the next one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function invalidDate([name, , , value]: Property): AppError {
  const wording = `has no valid date in ${name.toUpperCase()}: '${String(value).slice(0, 20)}'`;
  return refusal(violation('invalid_date', wording));
}

function refusal(why: Violation): AppError {
  return new AppError(faultAt('ics', why));
}

import ICAL from 'ical.js';
import { violation } from '../../../problems.ts';
import { MAX_TEXT } from '../../core/limits.ts';
import { isVisible, singleLine, storable } from '../../core/noun/texts.ts';
import { MAX_DAYS_IN_FILE } from '../limits.ts';
import { dateAfter } from './date-after.ts';
import {
  icsDay,
  daysBetween,
  namedDays,
  type Property,
  icsFault,
  wholeDays,
  type WholeDays,
} from './ics-values.ts';
import { everyYears, type CalendarPeriod, yearlyRule } from './yearly-rule.ts';

/** How many years ahead files are read. */
export const YEARS_AHEAD = 3;

/**
 * The maximum number of days and years examined per file, events on the same days included: 3,400 events of
 * 990 days each fit in a body.
 */
export const MAX_LOOKED_AT = 20_000;

/** The maximum length of an event that is repeated yearly. */
const MAX_YEARLY_DAYS = 366;

/**
 * The closed days in a file, by date, with their reasons, and the number of events that are no closed days.
 */
export interface IcsDays {
  days: Map<string, string | null>;
  ignored: number;
}

type Component = [name: string, properties: Property[], components: Component[]];

/**
 * Reads the whole-day events of a calendar file from today to three years ahead. Counts the events that are
 * ignored: with a time of the day, with another status, or repeated other than yearly.
 *
 * @param today YYYY-MM-DD
 * @throws AppError `validation_error` on ics
 */
export function readIcs(ics: string, today: string): IcsDays {
  const to = Temporal.PlainDate.from(today).add({ years: YEARS_AHEAD }).toString();
  let left = MAX_LOOKED_AT;
  const look = () => {
    left -= 1;
    if (left < 0) throw icsFault(violation('too_many', TOO_MANY_LOOKS, { max: MAX_LOOKED_AT }));
  };
  const period = { from: today, to, look };
  const events = calendarsOf(ics).flatMap(([, , components]) =>
    components.filter(([name]) => name === 'vevent'),
  );
  const replaced = replacedDates(events);
  const days = new Map<string, string | null>();
  let ignored = 0;
  for (const event of events) {
    const dates = isCancelled(event) ? undefined : eventDates(event, period, replaced);
    if (dates === undefined) ignored += 1;
    else addDays(days, dates, eventReason(event), period);
  }
  return { days, ignored };
}

const TOO_MANY_LOOKS = `must have events of at most ${MAX_LOOKED_AT} days together, counting a day once for each event`;

function addDays(
  days: IcsDays['days'],
  dates: readonly WholeDays[],
  reason: string | null,
  { from, to, look }: CalendarPeriod,
): void {
  for (const { start, length } of dates) {
    // Only days within the window are examined, however long the event is.
    const last = dateAfter(start, Math.min(length, daysBetween(start, to) + 1) - 1);
    for (let date = start < from ? from : start; date <= last; date = dateAfter(date, 1)) {
      look();
      if (!days.has(date)) days.set(date, reason);
      // guard: calendar-days-count
      if (days.size > MAX_DAYS_IN_FILE)
        throw icsFault(
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
    throw icsFault(violation('invalid_calendar', NO_CALENDAR));
  }
  const all = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as Component[];
  const calendars = all.filter(([name]) => name === 'vcalendar');
  if (calendars.length === 0) throw icsFault(violation('invalid_calendar', NO_CALENDAR));
  return calendars;
}

const NO_CALENDAR = 'must be an iCalendar file: from BEGIN:VCALENDAR to END:VCALENDAR';

/** Returns the occurrences of series that other events of the file replace, by the ids of the series. */
function replacedDates(events: readonly Component[]): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>();
  for (const event of events) {
    const date = icsDay(propertiesOf(event, 'recurrence-id')[0]);
    if (date === undefined) continue;
    const id = uidOf(event);
    replaced.set(id, (replaced.get(id) ?? new Set()).add(date));
  }
  return replaced;
}

/** Returns the days of an event; undefined if it is to be ignored. */
function eventDates(
  event: Component,
  period: CalendarPeriod,
  replaced: ReadonlyMap<string, ReadonlySet<string>>,
): WholeDays[] | undefined {
  const [begin] = propertiesOf(event, 'dtstart');
  if (!begin) throw icsFault(violation('invalid_date', 'has an event without DTSTART'));
  const whole = wholeDays(begin, propertiesOf(event, 'dtend')[0], propertiesOf(event, 'duration')[0]);
  const series = whole && datesOfSeries(event, whole, period);
  if (!whole || !series) return undefined;
  const named = (name: string) =>
    propertiesOf(event, name).flatMap((property) => namedDays(property, whole.length));
  const excluded = new Set(named('exdate').map(({ start }) => start));
  const others = replaced.get(uidOf(event));
  return [...series, ...named('rdate')].filter(({ start }) => !excluded.has(start) && !others?.has(start));
}

/** Returns the days of an event by its rule, if it has one; undefined if the rule is not yearly. */
function datesOfSeries(
  event: Component,
  { start, length }: WholeDays,
  period: CalendarPeriod,
): WholeDays[] | undefined {
  const rules = propertiesOf(event, 'rrule');
  if (rules.length > 1 || propertiesOf(event, 'exrule').length > 0) return undefined;
  if (rules.length === 0) return [{ start, length }];
  const rule = length <= MAX_YEARLY_DAYS ? yearlyRule(rules[0]!, start) : undefined;
  return rule && everyYears(rule, start, period).map((date) => ({ start: date, length }));
}

function isCancelled(event: Component): boolean {
  return propertiesOf(event, 'status').some(([, , , value]) => String(value).toUpperCase() === 'CANCELLED');
}

/** Whoever imports a file cannot correct its texts, so they are normalized instead of refused. */
function eventReason(event: Component): string | null {
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

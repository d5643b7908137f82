import { z } from 'zod';
import type { Kind } from './fields.ts';
import { finding } from './issues.ts';
import { enumOf } from './kinds.ts';
import { lengthFirst } from './rules.ts';

/** The days of the week in their order, from Monday. */
export const WEEKDAY = enumOf('Weekday', 'A day of the week.', {
  monday: 'Monday, the first day of the week.',
  tuesday: 'Tuesday.',
  wednesday: 'Wednesday.',
  thursday: 'Thursday.',
  friday: 'Friday.',
  saturday: 'Saturday.',
  sunday: 'Sunday.',
});
export type Weekday = (typeof WEEKDAY.values)[number];

const WEEK = WEEKDAY.values;

const closedWeekdaysRule = lengthFirst(
  z.array(WEEKDAY.rule, 'must be an array of weekdays'),
  WEEK.length,
  `must have at most ${WEEK.length} days`,
).refine((days) => new Set(days).size === days.length, finding('repeated', 'must not repeat a day'));

const someWeekdaysRule = lengthFirst(
  z.array(WEEKDAY.rule, 'must be an array of weekdays').min(1, 'must have at least one day'),
  WEEK.length,
  `must have at most ${WEEK.length} days`,
).refine((days) => new Set(days).size === days.length, finding('repeated', 'must not repeat a day'));

/** Days of the week, at least one: in lower case in the database and REST, in upper case in GraphQL. */
export const WEEKDAYS = {
  type: WEEKDAY.type,
  sql: 'text[]',
  isArray: true,
  values: WEEK,
  rule: someWeekdaysRule,
  shown: z.array(WEEKDAY.rule),
  toGraphQL: (days: Weekday[]) => days.map(WEEKDAY.toGraphQL),
  toRest: (days: Uppercase<Weekday>[]) => days.map(WEEKDAY.toRest),
} satisfies Kind<z.ZodType, Uppercase<Weekday>[]>;

/**
 * Days of the week that are closed every week. The column has a bit for each, from Monday: an array could not
 * be null for a branch with the days of its account.
 */
export const CLOSED_WEEKDAYS = {
  type: WEEKDAY.type,
  sql: 'smallint',
  isArray: true,
  values: WEEK,
  rule: closedWeekdaysRule,
  shown: z.array(WEEKDAY.rule),
  toSql: (days: Weekday[]) => String(bitsOf(days)),
  toGraphQL: (days: Weekday[]) => days.map(WEEKDAY.toGraphQL),
  toRest: (days: Uppercase<Weekday>[]) => days.map(WEEKDAY.toRest),
} satisfies Kind<z.ZodType, Uppercase<Weekday>[]>;

interface WithClosedWeekdays {
  closedWeekdays?: readonly Weekday[] | null | undefined;
}

type InBits<Values extends WithClosedWeekdays> = Omit<Values, 'closedWeekdays'> & {
  closedWeekdays?: number | Extract<Values['closedWeekdays'], null>;
};

/** Returns the values of a record, with its closed days of the week as the bits of the column. */
export function inBits<Values extends WithClosedWeekdays>({
  closedWeekdays: days,
  ...values
}: Values): InBits<Values> {
  return { ...values, ...(days !== undefined && { closedWeekdays: days && bitsOf(days) }) } as InBits<Values>;
}

function bitsOf(days: readonly Weekday[]): number {
  return days.reduce((bits, day) => bits | (1 << WEEK.indexOf(day)), 0);
}

/** Returns the days of the week whose bits are set, from Monday. */
export function weekdaysIn(bits: number): Weekday[] {
  return WEEK.filter((_, at) => (bits >> at) & 1);
}

/** Returns whether a date, YYYY-MM-DD, is on a day of the week whose bit is set. */
export function isOnWeekday(bits: number, date: string): boolean {
  // Quick for branches without closed weekdays, as most are: they are checked for thousands of dates.
  return bits !== 0 && ((bits >> ((new Date(date).getUTCDay() + 6) % WEEK.length)) & 1) === 1;
}

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

const DAYS = WEEKDAY.values;

const weekdays = lengthFirst(
  z.array(WEEKDAY.rule, 'must be an array of weekdays'),
  DAYS.length,
  `must have at most ${DAYS.length} days`,
).refine((days) => new Set(days).size === days.length, finding('repeated', 'must not repeat a day'));

/**
 * Days of the week that are closed every week. The column has a bit for each, from Monday: an array could not
 * be null for a branch with the days of its account.
 */
export const CLOSED_WEEKDAYS = {
  type: WEEKDAY.type,
  sql: 'smallint',
  isArray: true,
  values: DAYS,
  rule: weekdays,
  shown: z.array(WEEKDAY.rule),
  toSql: (days: Weekday[]) => String(bitsOf(days)),
  toGraphQL: (days: Weekday[]) => days.map(WEEKDAY.toGraphQL),
  toRest: (days: Uppercase<Weekday>[]) => days.map(WEEKDAY.toRest),
} satisfies Kind<z.ZodType, Uppercase<Weekday>[]>;

interface Given {
  closedWeekdays?: readonly Weekday[] | null | undefined;
}

type InBits<Values extends Given> = Omit<Values, 'closedWeekdays'> & {
  closedWeekdays?: number | Extract<Values['closedWeekdays'], null>;
};

/** Returns the values of a record, with its closed days of the week as the bits of the column. */
export function inBits<Values extends Given>({ closedWeekdays: days, ...values }: Values): InBits<Values> {
  return { ...values, ...(days !== undefined && { closedWeekdays: days && bitsOf(days) }) } as InBits<Values>;
}

function bitsOf(days: readonly Weekday[]): number {
  return days.reduce((bits, day) => bits | (1 << DAYS.indexOf(day)), 0);
}

/** Returns the days of the week whose bits are set, from Monday. */
export function weekdaysIn(bits: number): Weekday[] {
  return DAYS.filter((_, at) => (bits >> at) & 1);
}

/** Returns whether a date, YYYY-MM-DD, is on a day of the week whose bit is set. */
export function isOnWeekday(bits: number, date: string): boolean {
  // Quick for branches without closed weekdays, as most are: they are checked for thousands of dates.
  return bits !== 0 && ((bits >> ((new Date(date).getUTCDay() + 6) % DAYS.length)) & 1) === 1;
}

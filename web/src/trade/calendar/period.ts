import { dayAfter, weekOf } from '../../base/kit/words/days.ts';

/** The period that the calendar shows at a time. */
export type Period = 'days' | 'month' | 'week';

/** The periods, with their labels. */
export const PERIODS: readonly (readonly [Period, string])[] = [
  ['days', '14 days'],
  ['month', 'Month'],
  ['week', 'Week of a supermarket'],
];

const DAYS = 14;

/** Returns the first and the last day of the period with a date; a month is shown in whole weeks. */
export function rangeOf(period: Period, date: string): [from: string, to: string] {
  if (period === 'days') return [date, dayAfter(date, DAYS - 1)];
  if (period === 'week') return weekOf(date);
  const first = `${date.slice(0, 7)}-01`;
  const last = dayAfter(monthAfter(first, 1), -1);
  return [weekOf(first)[0], weekOf(last)[1]];
}

/** Returns a date in the period that is a number of periods later. */
export function shifted(period: Period, date: string, steps: number): string {
  if (period === 'month') return monthAfter(`${date.slice(0, 7)}-01`, steps);
  return dayAfter(date, steps * (period === 'week' ? 7 : DAYS));
}

/** @param first the first day of a month */
function monthAfter(first: string, months: number): string {
  const [year, month] = first.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

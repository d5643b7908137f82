import type {
  Shift,
  StandingOrderLineInput,
  StandingOrderRowFragment,
  Weekday,
} from '../generated/operations.ts';
import { day, wholeNumber } from '../kit/format.ts';
import { LOCALE } from '../kit/locale.ts';

/** The days of the week, from Monday. */
export const WEEKDAYS: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];

/** A Monday, from which the names of the days are counted. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Returns the name of a day of the week: "Mon" or "Monday". */
export function weekdayName(weekday: Weekday, length: 'long' | 'short' = 'short'): string {
  const format = new Intl.DateTimeFormat(LOCALE, { weekday: length, timeZone: 'UTC' });
  return format.format(MONDAY + WEEKDAYS.indexOf(weekday) * DAY_MS);
}

/** Returns the day of the week of a calendar date. */
export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7]!;
}

/** Returns days of the week in words: "Mon, Wed, Fri", "Mon to Fri", "Every day" or "None". */
export function weekdaysInWords(weekdays: readonly Weekday[]): string {
  const days = WEEKDAYS.filter((weekday) => weekdays.includes(weekday));
  if (days.length === 0) return 'None';
  if (days.length === WEEKDAYS.length) return 'Every day';
  const [first, last] = [days[0]!, days.at(-1)!];
  const isRow = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === days.length - 1;
  if (isRow && days.length > 2) return `${weekdayName(first)} to ${weekdayName(last)}`;
  return days.map((weekday) => weekdayName(weekday)).join(', ');
}

/** Returns when an order delivers: "Mon, Wed, every 2 weeks". */
export function rhythmInWords({
  weekdays,
  everyWeeks,
}: Pick<StandingOrderRowFragment, 'weekdays' | 'everyWeeks'>): string {
  const days = weekdaysInWords(weekdays);
  return everyWeeks === 1 ? days : `${days}, every ${everyWeeks} weeks`;
}

/** Returns lines in words, one below the other: "24 × Rye Bread, Mon, Wed". */
export function linesInWords(
  lines: readonly StandingOrderLineInput[],
  names: ReadonlyMap<string, string>,
): string {
  return lines
    .map(({ productId, quantity, weekdays }) => {
      const what = `${wholeNumber(quantity)} × ${names.get(productId) ?? `#${productId}`}`;
      return weekdays ? `${what}, ${weekdaysInWords(weekdays)}` : what;
    })
    .join('\n');
}

/** Returns the pause of an order in words; null without one. */
export function pauseInWords({
  pausedFrom,
  pausedUntil,
}: Pick<StandingOrderRowFragment, 'pausedFrom' | 'pausedUntil'>): string | null {
  if (pausedFrom === null) return null;
  return pausedUntil === null
    ? `From ${day(pausedFrom)} until further notice`
    : `${day(pausedFrom)} to ${day(pausedUntil)}`;
}

/** What happens to a date on a closed day. */
export const SHIFTS: Record<Shift, string> = {
  SKIP: 'Skip it',
  PREVIOUS: 'Deliver on the open day before',
  NEXT: 'Deliver on the next open day',
};

import type { Shift, StandingOrderLineInput, StandingOrderRowFragment } from '../../generated/operations.ts';
import { day, wholeNumber } from '../../base/kit/words/format.ts';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';

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

/** The ways to treat a date on a closed day, in words. */
export const SHIFTS: Record<Shift, string> = {
  SKIP: 'Skip it',
  PREVIOUS: 'Deliver on the open day before',
  NEXT: 'Deliver on the next open day',
};

import { daysBetween } from '../../base/kit/words/days.ts';
import { plural } from '../../base/kit/words/plural.ts';

/** Returns in words that a lot has less shelf life than promised. */
export function shortDatedInWords(remainingDays: number, minRemainingDays: number): string {
  const left = remainingDays < 0 ? 'Out of date' : `${plural(remainingDays, 'day')} left`;
  return `${left} on the day of delivery; the supermarket is promised ${plural(minRemainingDays, 'day')}`;
}

/** Returns the same for the date of a lot that is being entered; undefined if it has enough. */
export function shortDated(
  date: string,
  { deliveryDate, minRemainingDays }: { deliveryDate: string; minRemainingDays: number | null },
): string | undefined {
  if (date === '' || minRemainingDays === null) return undefined;
  const remainingDays = daysBetween(deliveryDate, date);
  return remainingDays < minRemainingDays
    ? `${shortDatedInWords(remainingDays, minRemainingDays)}.`
    : undefined;
}

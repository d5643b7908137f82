import type { TracePageQuery } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';

/** The goods that are traced or withdrawn. */
interface Goods {
  lot?: string | null | undefined;
  bestBeforeFrom?: string | null | undefined;
  bestBeforeTo?: string | null | undefined;
}

/**
 * Returns what a piece lacks that could be among the goods, and what each has where none lacks it: a lot is
 * not known by its date alone, nor the other way round.
 */
export function namesOf({ lot, bestBeforeFrom, bestBeforeTo }: Goods): { missing: string; present: string } {
  const hasDate = Boolean(bestBeforeFrom || bestBeforeTo);
  if (lot && hasDate) return { missing: 'lot or date', present: 'a lot and a date' };
  if (hasDate) return { missing: 'date', present: 'a date' };
  return { missing: 'lot', present: lot ? 'a lot' : 'a lot or date' };
}

/** Returns why a trace can be incomplete: the figures of its balance that leave goods open. */
export function doubtsOf(
  {
    returnedUnallocated,
    linesChecked,
    linesWithoutLot,
    quantityWithoutLot,
    isComplete,
  }: TracePageQuery['lotTrace']['balance'],
  missing: string,
): string[] {
  const doubts: string[] = [];
  if (linesChecked === 0) {
    doubts.push(
      'No dispatched line of the product was looked at, so nothing is known about goods without a lot.',
    );
  } else if (!isComplete) {
    doubts.push(
      `Only ${plural(linesChecked, 'line')} of the product, the newest, could be looked at. The goods could be in others. ` +
        'Limit the days of dispatch to look at all of them.',
    );
  }
  if (linesWithoutLot > 0) {
    doubts.push(
      `${plural(quantityWithoutLot, 'unit')} in ${wholeNumber(linesWithoutLot)} of ${plural(linesChecked, 'line')} of the product in this period ` +
        `${quantityWithoutLot === 1 ? 'has' : 'have'} no ${missing}. The goods could be among them.`,
    );
  }
  if (returnedUnallocated > 0) {
    doubts.push(
      `${plural(returnedUnallocated, 'unit')} came back from the same lines without naming a lot. They could be of this lot.`,
    );
  }
  return doubts;
}

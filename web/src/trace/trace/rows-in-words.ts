import { wholeNumber } from '../../base/kit/words/format.ts';

/** Returns which rows of a list are shown, of how many, and where the others are. */
export function rowsInWords(
  first: number,
  count: number,
  total: number | undefined,
  isCut = count !== total,
): string {
  const of = total === undefined ? '' : ` of ${wholeNumber(total)}`;
  const rows =
    count === 0 ? `No rows${of}.` : `Rows ${wholeNumber(first)}–${wholeNumber(first + count - 1)}${of}.`;
  return isCut ? `${rows} The file has all of them.` : rows;
}

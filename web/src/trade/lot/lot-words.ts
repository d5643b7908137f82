import { day } from '../../base/kit/words/format.ts';

/** A lot number, a date, or both. */
interface Named {
  lot: string | null;
  bestBefore: string | null;
  useBy: string | null;
}

/** Returns what identifies a lot: its number and its date. */
export function lotInWords(lot: Named): string {
  return [lot.lot, dateInWords(lot)].filter(Boolean).join(', ');
}

/** Returns the date of a lot in words: "best before 20 Dec 2026"; undefined without one. */
function dateInWords({ bestBefore, useBy }: Omit<Named, 'lot'>): string | undefined {
  if (useBy !== null) return `use by ${day(useBy)}`;
  return bestBefore === null ? undefined : `best before ${day(bestBefore)}`;
}

import { money, wholeNumber } from './format.ts';
import { plural } from './plural.ts';

/** The most records that the service adds up. */
const MAX_TOTALLED = 10_000;

interface Totals {
  quantity: number;
  value: number;
}

/**
 * Puts the totals of a list into words; `undefined` while they are unknown, null if too many records match.
 */
export function totalsInWords(totals: Totals | null | undefined, currency: string): string {
  if (totals === undefined) return '';
  if (totals === null) return `Totals are shown for up to ${wholeNumber(MAX_TOTALLED)} records`;
  return `Total ${money(totals.value, currency)} · ${plural(totals.quantity, 'unit')}`;
}

import type { WithdrawnLotsQuery } from '../../generated/operations.ts';
import { identifier } from '../../generated/texts.ts';

type Withdrawal = WithdrawnLotsQuery['productWithdrawals'][number];

/** Returns in words that a lot or date being entered is withdrawn; undefined if it is not. */
export function withdrawnInWords(
  { lot, date }: { lot: string; date: string },
  withdrawals: readonly Withdrawal[],
): string | undefined {
  const name = identifier(lot);
  const found = withdrawals.find(({ lots, bestBeforeFrom, bestBeforeTo }) =>
    lots.length > 0
      ? lots.includes(name)
      : date !== '' && (bestBeforeFrom ?? '') <= date && date <= (bestBeforeTo ?? '9999'),
  );
  return (
    found &&
    `${found.lots.length > 0 ? 'This lot' : 'This date'} is withdrawn (#${found.id}): ${found.reason}`
  );
}

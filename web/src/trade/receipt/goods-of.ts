import type { OpenDisputeFactsFragment } from '../../generated/operations.ts';

/** Returns the goods that a dispute is about, such as "Oat Loaf, lot A". */
export function goodsOf({ productName, lot }: Pick<OpenDisputeFactsFragment, 'productName' | 'lot'>): string {
  return lot === null ? productName : `${productName}, lot ${lot}`;
}

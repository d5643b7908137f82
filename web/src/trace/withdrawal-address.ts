import type { TraceFilters } from './use-trace.ts';

/** Returns the address that withdraws what is traced; undefined unless it is lots or dates of one product. */
export function withdrawalAddressOf({ values }: TraceFilters): string | undefined {
  const { productId, lot, bestBeforeFrom, bestBeforeTo } = values;
  const what = lot ? { lot } : { bestBeforeFrom, bestBeforeTo };
  const given = Object.entries(what).filter((each): each is [string, string] => Boolean(each[1]));
  if (!productId || given.length === 0) return undefined;
  return `/withdrawals/new?${new URLSearchParams([['productId', productId], ...given])}`;
}

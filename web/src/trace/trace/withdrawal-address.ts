import type { TracePageQuery } from '../../generated/operations.ts';
import type { TraceFilters } from './use-trace.ts';

/**
 * Returns the address that withdraws what is traced; undefined unless it is lots or dates of one product: the
 * selected one, or the only one that has them.
 */
export function withdrawalAddressOf(
  { values }: TraceFilters,
  trace: TracePageQuery['lotTrace'] | undefined,
): string | undefined {
  const { lot, bestBeforeFrom, bestBeforeTo } = values;
  const productId = values.productId || (trace && onlyProductIn(trace));
  const what = lot ? { lot } : { bestBeforeFrom, bestBeforeTo };
  const given = Object.entries(what).filter((each): each is [string, string] => Boolean(each[1]));
  if (!productId || given.length === 0) return undefined;
  return `/withdrawals/new?${new URLSearchParams([['productId', productId], ...given])}`;
}

/** Returns the product that all goods are of; undefined if some are not shown, or are not dispatched yet. */
function onlyProductIn({ edges, totalCount, pending }: TracePageQuery['lotTrace']): string | undefined {
  if (totalCount === null || edges.length < totalCount || pending.deliveries > 0) return undefined;
  const [id, another] = new Set(edges.map(({ node }) => node.productId));
  return another === undefined ? id : undefined;
}

import { accountOf, type Context } from '../../core/context.ts';
import type { Shortfall } from './shortfalls.ts';

/** The maximum number of disputes in an audit entry; the receipt has all. */
const MAX_NAMED = 50;

/** The goods of a line that a branch disputes. */
export type DisputedGoods = Pick<Shortfall, 'productId' | 'lot' | 'delivered' | 'received' | 'reason'>;

/** Returns the received quantity of each disputed line, such as `Rye bread: 8 of 10 (damaged)`. */
export async function disputesInWords(
  context: Context,
  deliveryId: bigint,
  disputes: readonly DisputedGoods[],
): Promise<string[]> {
  if (disputes.length === 0) return [];
  const named = disputes.slice(0, MAX_NAMED);
  const lines = await context.db.deliveryItem.findMany({
    where: {
      accountId: accountOf(context),
      deliveryId,
      productId: { in: named.map((each) => each.productId) },
    },
    select: { productId: true, name: true, quantity: true },
  });
  const byProduct = new Map(lines.map((line) => [line.productId, line]));
  const words = named.map(({ productId, lot, delivered, received, reason }) => {
    const { name, quantity } = byProduct.get(productId)!;
    const ofLot = lot === null ? '' : `, lot ${lot}`;
    return `${name}${ofLot}: ${received} of ${delivered ?? quantity} (${reason})`;
  });
  const more = disputes.length - named.length;
  return more > 0 ? [...words, `${more} more`] : words;
}

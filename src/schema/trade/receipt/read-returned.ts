import { accountOf, type Context } from '../../core/context.ts';

/** The maximum number of returns per delivery in lists of receipts. */
export const MAX_RETURNED_SHOWN = 10;

/** A return with the name of its product. */
export interface Returned {
  id: bigint;
  productName: string;
  lot: string | null;
  quantity: number;
  reason: string;
}

/** Reads the first returns of each delivery that were not reversed, with one statement for all. */
export async function readReturned(context: Context, deliveryIds: readonly bigint[]): Promise<Returned[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(Returned & { deliveryId: bigint })[]>`
    SELECT receipt.delivery_id AS "deliveryId", returned.*
    FROM unnest(${[...deliveryIds]}::bigint[]) AS receipt (delivery_id)
    CROSS JOIN LATERAL (
      SELECT each.id, item.name AS "productName", each.lot, each.quantity, each.reason
      FROM returns each
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = each.delivery_id
        AND item.product_id = each.product_id
      WHERE each.account_id = ${accountId} AND each.delivery_id = receipt.delivery_id
        AND each.reverses_id IS NULL AND each.reversed_by_id IS NULL
      ORDER BY each.id LIMIT ${MAX_RETURNED_SHOWN}
    ) AS returned ORDER BY receipt.delivery_id, returned.id`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return deliveryIds.map((id) => byDelivery.get(id) ?? []);
}

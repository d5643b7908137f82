import { accountOf, type Context } from '../../core/context.ts';
import type { DeliveryStatus } from '../delivery/status.ts';
import { notFound } from '../../core/errors.ts';
import type { DeliveredLine } from './shortfalls.ts';

export interface LockedDelivery {
  status: DeliveryStatus;
  inTransitAt: Date | null;
  completedAt: Date | null;
  /** The current time of the database, by which the dispatch was recorded too. */
  now: Date;
  items: DeliveredLine[];
}

/**
 * Locks a delivery and its lines until the transaction ends, so that its status and returned quantities do
 * not change. Other rows may refer to them, because returns that wait for a line's lock refer to the
 * delivery.
 *
 * @throws AppError `not_found`
 */
export async function lockDelivery(context: Context, id: bigint): Promise<LockedDelivery> {
  const accountId = accountOf(context);
  const [delivery] = await context.db.$queryRaw<Omit<LockedDelivery, 'items'>[]>`
    SELECT status, in_transit_at AS "inTransitAt", completed_at AS "completedAt", clock_timestamp() AS now
    FROM deliveries
    WHERE account_id = ${accountId} AND id = ${id} /* guard: receipt-delivery-lock */ FOR NO KEY UPDATE`;
  if (!delivery) throw notFound('delivery');
  const items = await context.db.$queryRaw<Omit<DeliveredLine, 'lots'>[]>`
    SELECT product_id AS "productId", quantity, returned_quantity AS "returnedQuantity" FROM delivery_items
    WHERE account_id = ${accountId} AND delivery_id = ${id} ORDER BY product_id
      /* guard: receipt-lines-lock */ FOR NO KEY UPDATE`;
  // Whoever changes lots or returns pieces of them locks the line, so these stay.
  const lots = await context.db.$queryRaw<DeliveredLot[]>`
    SELECT product_id AS "productId", lot, quantity, returned_quantity AS "returnedQuantity" FROM delivery_item_lots
    WHERE account_id = ${accountId} AND delivery_id = ${id} AND superseded_at IS NULL AND lot IS NOT NULL
    ORDER BY id`;
  const byProduct = Map.groupBy(lots, ({ productId }) => productId);
  return {
    ...delivery,
    items: items.map((item) => ({ ...item, lots: byProduct.get(item.productId) ?? [] })),
  };
}

type DeliveredLot = DeliveredLine['lots'][number] & { productId: bigint };

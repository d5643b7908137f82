import { accountOf, type Context } from '../context.ts';
import type { DeliveryStatus } from '../delivery/status.ts';
import { notFound } from '../errors.ts';
import type { DeliveredLine } from './shortfalls.ts';

export interface LockedDelivery {
  status: DeliveryStatus;
  items: DeliveredLine[];
}

/**
 * Locks a delivery and its lines until the transaction ends, so that neither its status nor what was returned changes.
 * It allows rows that refer to them, because returns that wait for a lock on a line refer to the delivery.
 *
 * @throws AppError `not_found`
 */
export async function lockDelivery(context: Context, id: bigint): Promise<LockedDelivery> {
  const accountId = accountOf(context);
  const [delivery] = await context.db.$queryRaw<{ status: DeliveryStatus }[]>`
    SELECT status FROM deliveries WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`;
  if (!delivery) throw notFound('delivery');
  const items = await context.db.$queryRaw<DeliveredLine[]>`
    SELECT product_id AS "productId", quantity, returned_quantity AS "returnedQuantity" FROM delivery_items
    WHERE account_id = ${accountId} AND delivery_id = ${id} ORDER BY product_id FOR NO KEY UPDATE`;
  return { status: delivery.status, items };
}

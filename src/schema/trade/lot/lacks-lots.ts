import { Prisma } from '../../../generated/prisma/client.ts';
import { type AppError, fault } from '../../core/errors.ts';

/**
 * Returns SQL for whether a product of the delivery requires lots, and they do not cover its whole quantity.
 */
export function lacksLots(accountId: bigint, deliveryId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM products product
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = ${deliveryId}
      AND item.product_id = product.id
    WHERE product.account_id = ${accountId} AND product.lot_tracking = 'required'
      AND item.quantity <> coalesce((
        SELECT sum(lot.quantity) FROM delivery_item_lots lot
        WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
          AND lot.product_id = item.product_id AND lot.superseded_at IS NULL), 0)
  )`;
}

/** Returns the error for a delivery that cannot be dispatched yet. */
export function lotsMissing(): AppError {
  const problem =
    'This delivery has a product whose lots are required. Enter lots for its whole quantity before dispatch';
  return fault('lots_missing', problem, 'status');
}

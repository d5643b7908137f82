import { Prisma } from '../../../generated/prisma/client.ts';

/** Returns SQL for whether the row `withdrawal` names the row `lot` of its product. */
export function isWithdrawn(withdrawal: string, lot: string): Prisma.Sql {
  return Prisma.raw(`(
    ${lot}.lot = ANY(${withdrawal}.lots)
    OR (cardinality(${withdrawal}.lots) = 0
        AND coalesce(${lot}.best_before, ${lot}.use_by)
            BETWEEN coalesce(${withdrawal}.best_before_from, '-infinity')
                AND coalesce(${withdrawal}.best_before_to, 'infinity')))`);
}

/**
 * Returns joins of the row `withdrawal` with the rows `lot` that it names and that were dispatched, and their
 * `delivery`.
 */
export function dispatchedLots(accountId: bigint): Prisma.Sql {
  const ofProduct = Prisma.sql`
    lot.account_id = ${accountId} AND lot.product_id = withdrawal.product_id AND lot.superseded_at IS NULL`;
  // In two branches, so that each uses its index.
  return Prisma.sql`
    CROSS JOIN LATERAL (
      SELECT * FROM delivery_item_lots lot WHERE ${ofProduct} AND lot.lot = ANY(withdrawal.lots)
      UNION ALL
      SELECT * FROM delivery_item_lots lot
      WHERE ${ofProduct} AND cardinality(withdrawal.lots) = 0
        AND coalesce(lot.best_before, lot.use_by) BETWEEN coalesce(withdrawal.best_before_from, '-infinity')
          AND coalesce(withdrawal.best_before_to, 'infinity')
    ) AS lot
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = lot.delivery_id
      AND delivery.in_transit_at IS NOT NULL AND delivery.status <> 'cancelled'`;
}

import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { MAX_PRODUCTS } from '../../trade/limits.ts';
import { MAX_SCANNED_LINES } from '../limits.ts';
import type { Trace } from './trace.ts';

/** SQL for whether a delivery was dispatched. Balances count no others. */
export const LEFT = Prisma.sql`delivery.in_transit_at IS NOT NULL`;

/**
 * A filter of aggregates: as a condition of the query, a database without statistics could read all lots of
 * the product for each line.
 */
const isLotOfLine = Prisma.sql`lot.product_id = item.product_id AND lot.superseded_at IS NULL`;

/** The order of reading dispatched lines: by the deliveries of the period, or from the newest lines. */
export type Walk = 'deliveries' | 'lines';

/**
 * Returns the walk that reads fewer rows: the period can be years ago, and the product in every delivery or
 * in few.
 *
 * @param max the maximum number of deliveries of the period to read
 */
export async function walkOf(
  context: Context,
  { accountId, hasPeriod, isInPeriod }: Trace,
  max: number,
): Promise<Walk> {
  if (!hasPeriod) return 'lines';
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM deliveries delivery WHERE delivery.account_id = ${accountId} AND ${LEFT} AND ${isInPeriod}
      LIMIT ${max + 1}) AS delivery`;
  return count > max ? 'lines' : 'deliveries';
}

/**
 * Returns SQL for the lines of products that were dispatched in the period.
 *
 * @param products SQL for their `product_id`
 */
export function dispatchedLines(trace: Trace, products: Prisma.Sql, walk: Walk): Prisma.Sql {
  const { accountId, isInPeriod } = trace;
  if (walk === 'deliveries') {
    return Prisma.sql`
      SELECT item.delivery_id, item.product_id, item.quantity, item.returned_quantity
      FROM (
        SELECT delivery.id FROM deliveries delivery
        WHERE delivery.account_id = ${accountId} AND ${LEFT} AND ${isInPeriod}
        ORDER BY delivery.in_transit_at DESC
      ) AS delivery
      CROSS JOIN LATERAL (
        SELECT * FROM delivery_items item
        WHERE item.account_id = ${accountId} AND item.delivery_id = delivery.id AND item.product_id IN (${products})
        LIMIT ${MAX_PRODUCTS}
      ) AS item`;
  }
  return Prisma.sql`SELECT item.* FROM (${newestLines(accountId, products)}) AS item ${deliveryOfLine(trace)}`;
}

/**
 * Returns SQL for the newest lines of products, dispatched or not: one more than {@link MAX_SCANNED_LINES},
 * those of one product first.
 */
export function newestLines(accountId: bigint, products: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT newest.* FROM (${products}) AS product CROSS JOIN LATERAL (
      SELECT item.delivery_id, item.product_id, item.quantity, item.returned_quantity FROM delivery_items item
      WHERE item.account_id = ${accountId} AND item.product_id = product.product_id
      ORDER BY item.delivery_id DESC LIMIT ${MAX_SCANNED_LINES + 1}
    ) AS newest LIMIT ${MAX_SCANNED_LINES + 1}`;
}

/** Returns a join of the row `item` with its delivery, if it was dispatched in the period. */
export function deliveryOfLine({ accountId, isInPeriod }: Trace): Prisma.Sql {
  return Prisma.sql`
    CROSS JOIN LATERAL (
      SELECT delivery.branch_id FROM deliveries delivery
      WHERE delivery.account_id = ${accountId} AND delivery.id = item.delivery_id AND ${LEFT} AND ${isInPeriod} LIMIT 1
    ) AS delivery`;
}

/**
 * Returns a join of the row `item` with the sums of its lots, which takes one index look-up in any account.
 * `known` and `returned` are the sums of lots for which it is certain whether they are traced. For others the
 * condition is NULL: lots without a number, or without a date.
 */
export function lotsOfLine({ accountId, isTraced }: Trace): Prisma.Sql {
  const isKnown = Prisma.sql`${isLotOfLine} AND (${isTraced}) IS NOT NULL`;
  return Prisma.sql`
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(lot.quantity) FILTER (WHERE ${isKnown}), 0)::int AS known,
             coalesce(sum(lot.returned_quantity) FILTER (WHERE ${isKnown}), 0)::int AS returned,
             coalesce(sum(lot.returned_quantity) FILTER (WHERE ${isLotOfLine}), 0)::int AS named
      FROM delivery_item_lots lot
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
    ) AS lots`;
}

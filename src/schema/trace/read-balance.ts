import { actHeavily } from '../../database/acting.ts';
import { unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { type Trace, tracedRows } from './trace.ts';

/** The supermarkets with the most of the lots. */
export const MAX_TOTALS = 100;

/** What a supermarket got of the lots. */
export interface TraceTotal {
  supermarketId: bigint;
  supermarketName: string;
  deliveries: number;
  quantity: Prisma.Decimal;
  returned: Prisma.Decimal;
}

/** How much of the lots left and came back, and how far that can be trusted. */
export interface Balance {
  delivered: Prisma.Decimal;
  returnedWithLot: Prisma.Decimal;
  returnedUnallocated: Prisma.Decimal;
  linesWithoutLot: number;
  quantityWithoutLot: Prisma.Decimal;
}

/** Whether a delivery left: goods that did not are in no balance. */
const LEFT = Prisma.sql`delivery.in_transit_at IS NOT NULL`;

/** Reads the totals of the supermarkets that got the most. */
export function readTotals(context: Context, trace: Trace): Promise<TraceTotal[]> {
  return actHeavily(
    () => context.db.$queryRaw<TraceTotal[]>`
    ${unprepared} SELECT supermarket.id AS "supermarketId", supermarket.name AS "supermarketName",
           deliveries, quantity, returned
    FROM (
      SELECT delivery.supermarket_id, count(DISTINCT delivery.id)::int AS deliveries,
             sum(lot.quantity)::numeric AS quantity, sum(lot.returned_quantity)::numeric AS returned
      ${tracedRows(trace)} AND ${LEFT}
      GROUP BY 1 ORDER BY quantity DESC, 1 LIMIT ${MAX_TOTALS}
    ) AS total
    JOIN supermarkets supermarket ON supermarket.account_id = ${trace.accountId} AND supermarket.id = supermarket_id
    ORDER BY quantity DESC, supermarket.id`,
  );
}

/** Reads the mass balance. A return without a lot from a line with lots is not allocated to any. */
export async function readBalance(context: Context, trace: Trace): Promise<Balance> {
  const { accountId, productId, isInPeriod } = trace;
  const products =
    productId === null ? Prisma.sql`SELECT product_id FROM traced` : Prisma.sql`SELECT ${productId}::bigint`;
  const [balance] = await actHeavily(
    () => context.db.$queryRaw<[Balance]>`
    ${unprepared} WITH traced AS MATERIALIZED (
      SELECT lot.delivery_id, lot.product_id, lot.quantity, lot.returned_quantity ${tracedRows(trace)} AND ${LEFT}
    ), total AS (
      SELECT coalesce(sum(quantity), 0)::numeric AS delivered,
             coalesce(sum(returned_quantity), 0)::numeric AS returned
      FROM traced
    ), line AS (
      SELECT coalesce(sum(item.returned_quantity - lots.returned), 0)::numeric AS unallocated
      FROM (SELECT DISTINCT delivery_id, product_id FROM traced) AS of
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = of.delivery_id
        AND item.product_id = of.product_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(lot.returned_quantity), 0) AS returned FROM delivery_item_lots lot
        WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
          AND lot.product_id = item.product_id AND lot.superseded_at IS NULL
      ) AS lots
    ), lotless AS (
      SELECT count(*)::int AS lines, coalesce(sum(item.quantity), 0)::numeric AS quantity
      FROM delivery_items item
      JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = item.delivery_id
      WHERE item.account_id = ${accountId} AND item.product_id IN (${products}) AND ${LEFT} AND ${isInPeriod}
        AND NOT EXISTS (
          SELECT FROM delivery_item_lots lot
          WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
            AND lot.product_id = item.product_id AND lot.superseded_at IS NULL)
    )
    SELECT delivered, total.returned AS "returnedWithLot", unallocated AS "returnedUnallocated",
           lines AS "linesWithoutLot", lotless.quantity AS "quantityWithoutLot"
    FROM total, line, lotless`,
  );
  return balance;
}

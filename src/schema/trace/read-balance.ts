import { actHeavily } from '../../database/acting.ts';
import { unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { MAX_CHECKED, MAX_TOTALS } from './limits.ts';
import { type Trace, tracedRows } from './trace.ts';

/** The maximum number of products whose lines are looked at. */
const MAX_PRODUCTS = 100;

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
  /** Of how many lines of the products it is known whether they have a lot. */
  linesChecked: number;
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
  const { accountId } = trace;
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
    ), checked AS (
      SELECT item.quantity,
             -- One look-up in an index for each line, which costs the same in a large account.
             (SELECT true FROM delivery_item_lots lot
              WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
                AND lot.product_id = item.product_id AND lot.superseded_at IS NULL LIMIT 1) IS NULL AS is_lotless
      FROM (${linesToCheck(trace)}) AS item
    ), lotless AS (
      SELECT count(*)::int AS checked, (count(*) FILTER (WHERE is_lotless))::int AS lines,
             coalesce(sum(quantity) FILTER (WHERE is_lotless), 0)::numeric AS quantity
      FROM checked
    )
    SELECT delivered, total.returned AS "returnedWithLot", unallocated AS "returnedUnallocated",
           checked AS "linesChecked", lines AS "linesWithoutLot", lotless.quantity AS "quantityWithoutLot"
    FROM total, line, lotless`,
  );
  return balance;
}

/**
 * Returns SQL for the lines of the traced products that were dispatched, the newest {@link MAX_CHECKED}: those of the
 * deliveries of the period, or of all.
 */
function linesToCheck({ accountId, productId, isInPeriod, hasPeriod }: Trace): Prisma.Sql {
  const products =
    productId === null
      ? Prisma.sql`SELECT DISTINCT product_id FROM traced LIMIT ${MAX_PRODUCTS}`
      : Prisma.sql`SELECT ${productId}::bigint AS product_id`;
  if (hasPeriod) {
    return Prisma.sql`
      SELECT item.delivery_id, item.product_id, item.quantity
      FROM (
        SELECT delivery.id FROM deliveries delivery
        WHERE delivery.account_id = ${accountId} AND ${LEFT} AND ${isInPeriod}
        ORDER BY delivery.in_transit_at DESC LIMIT ${MAX_CHECKED}
      ) AS delivery
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
      WHERE item.product_id IN (${products}) LIMIT ${MAX_CHECKED}`;
  }
  return Prisma.sql`
    SELECT item.delivery_id, item.product_id, item.quantity
    FROM (
      SELECT newest.* FROM (${products}) AS product CROSS JOIN LATERAL (
        SELECT item.delivery_id, item.product_id, item.quantity FROM delivery_items item
        WHERE item.account_id = ${accountId} AND item.product_id = product.product_id
        ORDER BY item.delivery_id DESC LIMIT ${MAX_CHECKED}
      ) AS newest LIMIT ${MAX_CHECKED}
    ) AS item
    CROSS JOIN LATERAL (
      SELECT FROM deliveries delivery
      WHERE delivery.account_id = ${accountId} AND delivery.id = item.delivery_id AND ${LEFT} LIMIT 1
    ) AS dispatched`;
}

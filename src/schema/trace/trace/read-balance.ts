import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { dispatchedLines, WAS_DISPATCHED, lotsOfLine, newestLines, walkOf } from './dispatched-lines.ts';
import type { RankRange } from '../../core/list/places.ts';
import { MAX_CHECKED_LINES, MAX_SCANNED_LINES } from '../limits.ts';
import { type Trace, tracedRows } from './trace.ts';

/** The maximum number of products whose lines are read. */
const MAX_TRACED_PRODUCTS = 100;

/** The goods of the lots that a supermarket got. */
export interface TraceTotal {
  supermarketId: bigint;
  supermarketName: string;
  deliveries: number;
  quantity: Prisma.Decimal;
  returned: Prisma.Decimal;
}

/** The quantities of the lots that were dispatched and returned, and their completeness. */
export interface Balance {
  delivered: Prisma.Decimal;
  returnedWithLot: Prisma.Decimal;
  returnedUnallocated: Prisma.Decimal;
  /** The number of dispatched lines of the products that were searched. */
  linesChecked: number;
  /** The number of lines with pieces that may or may not belong to the traced lots. */
  linesWithoutLot: number;
  quantityWithoutLot: Prisma.Decimal;
  /** Whether all lines were searched, and there is at least one. */
  isComplete: boolean;
}

/** Reads the totals of supermarkets, those that got the most first. */
export function readTotals(
  context: Context,
  trace: Trace,
  { first, skip }: RankRange,
): Promise<TraceTotal[]> {
  return runHeavily(
    () => context.db.$queryRaw<TraceTotal[]>`
    ${unprepared} SELECT supermarket.id AS "supermarketId", supermarket.name AS "supermarketName",
           deliveries, quantity, returned
    FROM (
      SELECT delivery.supermarket_id, count(DISTINCT delivery.id)::int AS deliveries,
             sum(lot.quantity)::numeric AS quantity, sum(lot.returned_quantity)::numeric AS returned
      ${tracedRows(trace)} AND ${WAS_DISPATCHED}
      GROUP BY 1 ORDER BY quantity DESC, 1 LIMIT ${first} OFFSET ${skip}
    ) AS total
    JOIN supermarkets supermarket ON supermarket.account_id = ${trace.accountId} AND supermarket.id = supermarket_id
    ORDER BY quantity DESC, supermarket.id`,
  );
}

/** Counts the supermarkets that got any of the lots. */
export async function countSupermarkets(context: Context, trace: Trace): Promise<number> {
  const [{ count }] = await runHeavily(
    () => context.db.$queryRaw<[{ count: number }]>`
    ${unprepared} SELECT count(DISTINCT delivery.supermarket_id)::int AS count
    ${tracedRows(trace)} AND ${WAS_DISPATCHED}`,
  );
  return count;
}

/** Reads the mass balance. A return without a lot from a line with lots is not allocated to any. */
export async function readBalance(context: Context, trace: Trace): Promise<Balance> {
  const { accountId, productId } = trace;
  const products =
    productId === null
      ? Prisma.sql`SELECT DISTINCT product_id FROM traced LIMIT ${MAX_TRACED_PRODUCTS}`
      : Prisma.sql`SELECT ${productId}::bigint AS product_id`;
  const walk = await walkOf(context, trace, MAX_SCANNED_LINES);
  const hasMoreLines =
    walk === 'lines'
      ? Prisma.sql`(SELECT count(*) > ${MAX_SCANNED_LINES} FROM (${newestLines(accountId, products)}) AS line)`
      : Prisma.sql`false`;
  const hasMoreProducts =
    productId === null
      ? Prisma.sql`(SELECT count(DISTINCT product_id) > ${MAX_TRACED_PRODUCTS} FROM traced)`
      : Prisma.sql`false`;
  const [balance] = await runHeavily(
    () => context.db.$queryRaw<[Balance]>`
    ${unprepared} WITH traced AS MATERIALIZED (
      SELECT lot.delivery_id, lot.product_id, lot.quantity, lot.returned_quantity
      ${tracedRows(trace)} AND ${WAS_DISPATCHED}
    ), total AS (
      SELECT coalesce(sum(quantity), 0)::numeric AS delivered,
             coalesce(sum(returned_quantity), 0)::numeric AS returned
      FROM traced
    ), line AS (
      SELECT coalesce(sum(item.returned_quantity - lots.named), 0)::numeric AS unallocated
      FROM (SELECT DISTINCT delivery_id, product_id FROM traced) AS of
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = of.delivery_id
        AND item.product_id = of.product_id
      ${lotsOfLine(trace)}
    ), checked AS (
      SELECT item.quantity - lots.known AS lotless, row_number() OVER () <= ${MAX_CHECKED_LINES} AS is_counted
      FROM (${dispatchedLines(trace, products, walk)} LIMIT ${MAX_CHECKED_LINES + 1}) AS item
      ${lotsOfLine(trace)}
    ), sums AS (
      SELECT count(*)::int AS found, (count(*) FILTER (WHERE is_counted))::int AS lines,
             (count(*) FILTER (WHERE is_counted AND lotless > 0))::int AS lotless,
             coalesce(sum(lotless) FILTER (WHERE is_counted AND lotless > 0), 0)::numeric AS quantity
      FROM checked
    )
    SELECT delivered, total.returned AS "returnedWithLot", unallocated AS "returnedUnallocated",
           sums.lines AS "linesChecked", lotless AS "linesWithoutLot", sums.quantity AS "quantityWithoutLot",
           CASE WHEN found BETWEEN 1 AND ${MAX_CHECKED_LINES}
             THEN NOT (${hasMoreLines} OR ${hasMoreProducts}) ELSE false END AS "isComplete"
    FROM total, line, sums`,
  );
  return balance;
}

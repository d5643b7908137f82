import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { cursorOf } from '../../core/list/cursor.ts';
import { MAX_SCANNED_LINES } from '../limits.ts';
import { deliveryOfLine, LEFT, lotsOfLine, walkOf } from './dispatched-lines.ts';
import type { TracedLot, TracePart } from './read-nodes.ts';
import { LOTLESS_PLACE, type Trace, tracedRows } from './trace.ts';

/**
 * The maximum number of deliveries of a period whose lines are read; beyond it, all lines are read, newest
 * first.
 */
const FEW_DELIVERIES = 2_000;

type LotlessRow = Omit<TracedLot, 'id' | 'lot' | 'bestBefore' | 'useBy' | 'source'>;

/**
 * Reads the dispatched lines with pieces that can be of the traced goods, because no lot or date says, those
 * of the newest deliveries first. A part ends early after {@link MAX_SCANNED_LINES} lines, with the cursor
 * from which to go on.
 */
export async function readLotless(context: Context, trace: Trace): Promise<TracePart> {
  const { first, after } = trace;
  const walk = await walkOf(context, trace, FEW_DELIVERIES);
  const lines = walk === 'deliveries' ? linesOfPeriod(trace) : linesScanned(trace);
  const rows = await runHeavily(
    () => context.db.$queryRaw<LotlessRow[]>`
    ${unprepared} SELECT item.delivery_id AS "deliveryId", delivery.branch_id AS "branchId",
           item.product_id AS "productId", item.name AS "productName", item.quantity - lots.known AS quantity,
           item.returned_quantity - lots.returned AS returned
    FROM (${lines}) AS item ${deliveryOfLine(trace)} ${lotsOfLine(trace)}
    WHERE item.quantity > lots.known ${ofTracedProducts(trace)}
    ORDER BY item.delivery_id DESC, item.product_id DESC LIMIT ${first + 1}`,
  );
  const edges = rows.slice(0, first).map((row) => ({
    node: { ...row, id: null, lot: null, bestBefore: null, useBy: null, source: null },
    cursor: cursorAt(row),
  }));
  const stoppedAt = rows.length <= first && walk === 'lines' ? await lastScanned(context, trace) : undefined;
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first || stoppedAt !== undefined,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: (stoppedAt && cursorAt(stoppedAt)) ?? edges.at(-1)?.cursor ?? null,
    },
  };
}

type LotlessLine = Pick<TracedLot, 'deliveryId' | 'productId'>;

function cursorAt({ deliveryId, productId }: LotlessLine): string {
  return cursorOf(LOTLESS_PLACE, { id: productId, key: String(deliveryId) });
}

/** Returns the last line that was scanned, if there are more after it. */
async function lastScanned(context: Context, trace: Trace): Promise<LotlessLine | undefined> {
  const [last] = await context.db.$queryRaw<(LotlessLine & { isLast: boolean })[]>`
    SELECT item.delivery_id AS "deliveryId", item.product_id AS "productId", next IS NULL AS "isLast"
    FROM (
      SELECT item.delivery_id, item.product_id, lead(item.product_id) OVER () AS next
      FROM (
        SELECT * FROM (${linesScanned(trace, MAX_SCANNED_LINES + 1)}) AS item OFFSET ${MAX_SCANNED_LINES - 1}
      ) AS item
    ) AS item LIMIT 1`;
  return last?.isLast ? undefined : last;
}

/** Returns SQL for the newest lines after the cursor, dispatched or not. */
function linesScanned(trace: Trace, max = MAX_SCANNED_LINES): Prisma.Sql {
  const { accountId, productId } = trace;
  const isOfProduct = productId === null ? Prisma.empty : Prisma.sql`AND item.product_id = ${productId}`;
  return Prisma.sql`
    SELECT item.* FROM delivery_items item
    WHERE item.account_id = ${accountId} ${isOfProduct} ${afterCursor(trace)}
    ORDER BY item.delivery_id DESC, item.product_id DESC LIMIT ${max}`;
}

/** Returns SQL for the lines of the period's deliveries after the cursor. */
function linesOfPeriod(trace: Trace): Prisma.Sql {
  const { accountId, isInPeriod, productId } = trace;
  const isOfProduct = productId === null ? Prisma.empty : Prisma.sql`AND item.product_id = ${productId}`;
  return Prisma.sql`
    SELECT item.* FROM deliveries delivery
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id ${isOfProduct}
    WHERE delivery.account_id = ${accountId} AND ${LEFT} AND ${isInPeriod} ${afterCursor(trace)}`;
}

function afterCursor({ after, productId }: Trace): Prisma.Sql {
  if (!after) return Prisma.empty;
  // For one product, the index is read in the order of deliveries.
  return productId === null
    ? Prisma.sql`AND (item.delivery_id, item.product_id) < (${after.delivery}, ${after.id})`
    : Prisma.sql`AND item.delivery_id < ${after.delivery}`;
}

/**
 * Returns SQL for the traced products. A lot or date without a product stands for the products that have it.
 */
function ofTracedProducts(trace: Trace): Prisma.Sql {
  if (trace.productId !== null || !trace.namesGoods) return Prisma.empty;
  return Prisma.sql`AND item.product_id IN (SELECT lot.product_id ${tracedRows(trace)} AND ${LEFT})`;
}

import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import type { Edge, PageInfo } from '../../core/list/connection.ts';
import { cursorOf } from '../../core/list/cursor.ts';
import { TRACE_LIST, type Trace, tracedRows } from './trace.ts';

/** A lot in a line of a delivery, or the pieces of a line that are in no lot. */
export interface TracedLot {
  /** Null for pieces in no lot. */
  id: bigint | null;
  deliveryId: bigint;
  branchId: bigint;
  productId: bigint;
  productName: string;
  lot: string | null;
  bestBefore: Date | null;
  useBy: Date | null;
  source: string | null;
  quantity: number;
  returned: number;
}

/** A part of a trace. */
export interface TracePart {
  edges: Edge<TracedLot>[];
  pageInfo: PageInfo;
}

/** Reads the lots after the cursor, those of the newest deliveries first. */
export async function readTrace(context: Context, trace: Trace): Promise<TracePart> {
  const { accountId, first, after } = trace;
  const beyond = after
    ? Prisma.sql`AND (lot.delivery_id, lot.id) < (${after.delivery}, ${after.id})`
    : Prisma.empty;
  const rows = await runHeavily(
    () => context.db.$queryRaw<(TracedLot & { id: bigint })[]>`
    ${unprepared} SELECT traced.*, item.name AS "productName"
    FROM (
      SELECT lot.id, lot.delivery_id AS "deliveryId", delivery.branch_id AS "branchId",
             lot.product_id AS "productId", lot.lot, lot.best_before AS "bestBefore", lot.use_by AS "useBy",
             lot.source, lot.quantity, lot.returned_quantity AS returned
      ${tracedRows(trace)} ${beyond}
      ORDER BY lot.delivery_id DESC, lot.id DESC LIMIT ${first + 1}
    ) AS traced
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = traced."deliveryId"
      AND item.product_id = traced."productId"
    ORDER BY "deliveryId" DESC, id DESC`,
  );
  const edges = rows.slice(0, first).map((node) => ({
    node,
    cursor: cursorOf(TRACE_LIST, { id: node.id, key: String(node.deliveryId) }),
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

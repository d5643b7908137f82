import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { MAX_PENDING } from '../limits.ts';
import { LEFT } from './dispatched-lines.ts';
import { type Trace, tracedRows } from './trace.ts';

/** Deliveries with traced lots that were not dispatched yet. */
export interface Pending {
  deliveries: number;
  quantity: Prisma.Decimal;
  /** The ids of the newest pending deliveries. */
  deliveryIds: bigint[];
  /** The references of these deliveries, in the same order. */
  references: (string | null)[];
}

/** The goods of the lots that a branch got. */
export interface TracedBranch {
  branchId: bigint;
  branchName: string;
  supermarketName: string;
  deliveries: number;
  quantity: Prisma.Decimal;
  returned: Prisma.Decimal;
}

/** Counts the lots of the trace. */
export async function countTraced(context: Context, trace: Trace): Promise<number> {
  const [{ count }] = await runHeavily(
    () =>
      context.db.$queryRaw<
        [{ count: number }]
      >`${unprepared} SELECT count(*)::int AS count ${tracedRows(trace)}`,
  );
  return count;
}

/**
 * Reads the deliveries that can still be stopped, regardless of the period: they have no day of dispatch yet.
 */
export async function readPending(context: Context, trace: Trace): Promise<Pending> {
  const rows = tracedRows({ ...trace, isInPeriod: Prisma.sql`true` });
  const [pending] = await runHeavily(
    () => context.db.$queryRaw<[Pending]>`
    ${unprepared} WITH pending AS (
      SELECT delivery.id, delivery.reference, sum(lot.quantity) AS quantity ${rows} AND NOT (${LEFT})
      GROUP BY 1, 2
    )
    SELECT count(*)::int AS deliveries, coalesce(sum(quantity), 0)::numeric AS quantity,
           ARRAY(SELECT id FROM pending ORDER BY id DESC LIMIT ${MAX_PENDING}) AS "deliveryIds",
           ARRAY(SELECT reference FROM pending ORDER BY id DESC LIMIT ${MAX_PENDING}) AS references
    FROM pending`,
  );
  return pending;
}

/** Reads the goods that each branch got, by the names of supermarket and branch. */
export function readBranches(context: Context, trace: Trace): Promise<TracedBranch[]> {
  const { accountId } = trace;
  return runHeavily(
    () => context.db.$queryRaw<TracedBranch[]>`
    ${unprepared} SELECT branch.id AS "branchId", branch.name AS "branchName", supermarket.name AS "supermarketName",
           deliveries, quantity, returned
    FROM (
      SELECT delivery.branch_id, count(DISTINCT delivery.id)::int AS deliveries,
             sum(lot.quantity)::numeric AS quantity, sum(lot.returned_quantity)::numeric AS returned
      ${tracedRows(trace)} AND ${LEFT}
      GROUP BY 1
    ) AS total
    JOIN branches branch ON branch.account_id = ${accountId} AND branch.id = total.branch_id
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId} AND supermarket.id = branch.supermarket_id
    ORDER BY supermarket.name, branch.name, branch.id`,
  );
}

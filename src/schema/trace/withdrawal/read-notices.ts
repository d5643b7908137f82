import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { SENT_BY } from './fields.ts';
import { dispatchedLots } from '../../trade/lot/withdrawn-lots.ts';

/** A notice: the withdrawn goods that a branch has, and its response. */
export interface Notice {
  withdrawalId: bigint;
  branchId: bigint;
  /** The quantity that the branch received and did not return. */
  quantity: number;
  quantityAtStart: number;
  addedAt: Date;
  toldAt: Date | null;
  toldBy: string | null;
  toldWay: (typeof SENT_BY.values)[number] | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  found: number | null;
  destroyed: number | null;
  held: number | null;
  closedReason: string | null;
}

const ALL_RETURNED = 'All of it was returned';
const NONE_DELIVERED = 'No delivery to this branch has the goods: their lots were corrected';

/**
 * Returns SQL for the notices of withdrawals. While a withdrawal is open, they are computed from the same
 * lots as a trace, so that the two always agree, with the recorded responses. A closed one keeps its stored
 * notices.
 *
 * @param branchId the only branch to include
 */
export function noticesOf(accountId: bigint, ids: readonly bigint[], branchId?: bigint): Prisma.Sql {
  const ofBranch = (table: Prisma.Sql) =>
    branchId === undefined ? Prisma.empty : Prisma.sql`AND ${table}.branch_id = ${branchId}`;
  return Prisma.sql`
    WITH withdrawal AS MATERIALIZED (
      SELECT * FROM withdrawals WHERE account_id = ${accountId} AND id = ANY(${[...ids]}::bigint[])
    ), goods AS (
      SELECT withdrawal.id AS withdrawal_id, delivery.branch_id,
             sum(lot.quantity - lot.returned_quantity)::int AS quantity,
             min(greatest(delivery.in_transit_at, lot.created_at)) AS since
      FROM withdrawal ${dispatchedLots(accountId)}
      WHERE withdrawal.closed_at IS NULL ${ofBranch(Prisma.sql`delivery`)}
      GROUP BY 1, 2
    ), known AS (
      SELECT notice.* FROM withdrawal
      JOIN withdrawal_notices notice ON notice.account_id = ${accountId} AND notice.withdrawal_id = withdrawal.id
        ${ofBranch(Prisma.sql`notice`)}
    )
    SELECT withdrawal_id AS "withdrawalId", branch_id AS "branchId",
           CASE WHEN withdrawal.closed_at IS NULL THEN coalesce(goods.quantity, 0)
                ELSE coalesce(closed_quantity, known.quantity) END AS quantity,
           coalesce(known.quantity, 0) AS "quantityAtStart",
           CASE WHEN known.id IS NULL THEN greatest(since, started_at)
                ELSE coalesce(added_at, started_at) END AS "addedAt",
           sent_at AS "toldAt", told_by AS "toldBy", sent_by AS "toldWay", acknowledged_at AS "acknowledgedAt",
           acknowledged_by AS "acknowledgedBy", quantity_found AS found, quantity_destroyed AS destroyed,
           quantity_held AS held,
           CASE WHEN withdrawal.closed_at IS NOT NULL THEN known.closed_reason
                WHEN goods.quantity IS NULL THEN ${NONE_DELIVERED}
                WHEN goods.quantity = 0 THEN ${ALL_RETURNED} END AS "closedReason"
    FROM goods FULL JOIN known USING (withdrawal_id, branch_id)
    JOIN withdrawal ON withdrawal.id = withdrawal_id`;
}

/**
 * Reads the notices of each withdrawal, first those from its start: at most one for each branch of the
 * account.
 */
export async function readNotices(context: Context, ids: readonly bigint[]): Promise<Notice[][]> {
  const rows = await runHeavily(
    () => context.db.$queryRaw<Notice[]>`
    ${unprepared} SELECT * FROM (${noticesOf(accountOf(context), ids)}) AS notice ORDER BY "addedAt", "branchId"`,
  );
  const byWithdrawal = Map.groupBy(rows, ({ withdrawalId }) => withdrawalId);
  return ids.map((id) => byWithdrawal.get(id) ?? []);
}

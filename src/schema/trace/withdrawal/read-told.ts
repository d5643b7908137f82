import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { KIND } from './fields.ts';
import type { NoticeRef } from './notice-id.ts';
import { type Notice, noticesQuery } from './read-notices.ts';
import { isWithdrawn } from '../../trade/lot/withdrawn-lots.ts';

/** The maximum number of withdrawals on the page of a delivery's link. */
const MAX_LINK_WITHDRAWALS = 20;

/** The withdrawals on the page of a delivery's link. */
export interface BranchWithdrawals {
  shown: BranchWithdrawal[];
  /** The number of further withdrawals. */
  more: number;
}

/** A withdrawal as a link shows it to a branch, with the data that the branch recorded. */
export interface BranchWithdrawal extends Notice {
  supplier: string;
  /** The zone of the supplier's account. */
  timeZone: string;
  kind: (typeof KIND.values)[number];
  productName: string;
  lots: string[];
  bestBeforeFrom: Date | null;
  bestBeforeTo: Date | null;
  reason: string;
  instruction: string;
  closedAt: Date | null;
}

/**
 * Returns the notices of the open withdrawals that name lots of a delivery, to its branch, exercises last.
 */
export async function withdrawalsOfDelivery(
  context: Context,
  deliveryId: bigint,
): Promise<BranchWithdrawals> {
  const accountId = accountOf(context);
  const found = await context.db.$queryRaw<{ id: bigint; branchId: bigint; all: number }[]>`
    SELECT id, "branchId", count(*) OVER ()::int AS all FROM (
    SELECT DISTINCT withdrawal.id, withdrawal.kind, delivery.branch_id AS "branchId"
    FROM deliveries delivery
    JOIN delivery_item_lots lot ON lot.account_id = ${accountId} AND lot.delivery_id = delivery.id
      AND lot.superseded_at IS NULL
    JOIN withdrawals withdrawal ON withdrawal.account_id = ${accountId} AND withdrawal.product_id = lot.product_id
      AND withdrawal.closed_at IS NULL AND ${isWithdrawn('withdrawal', 'lot')}
    WHERE delivery.account_id = ${accountId} AND delivery.id = ${deliveryId} AND delivery.in_transit_at IS NOT NULL
    ) AS withdrawal
    ORDER BY ${EXERCISES_LAST} LIMIT ${MAX_LINK_WITHDRAWALS}`;
  const [first] = found;
  if (!first) return { shown: [], more: 0 };
  const ids = found.map(({ id }) => id);
  return { shown: await readBranchWithdrawals(context, ids, first.branchId), more: first.all - found.length };
}

/** The order of withdrawals: exercises come last, otherwise the newest first. */
const EXERCISES_LAST = Prisma.sql`withdrawal.kind = 'test', withdrawal.id DESC`;

/** Returns the withdrawal of a notice as its branch sees it, open or closed. */
export async function withdrawalOfNotice(
  context: Context,
  { withdrawalId, branchId }: NoticeRef,
): Promise<BranchWithdrawal | undefined> {
  const [told] = await readBranchWithdrawals(context, [withdrawalId], branchId);
  return told;
}

/** Returns a withdrawal as each of its branches sees it. */
export function withdrawalByBranch(context: Context, withdrawalId: bigint): Promise<BranchWithdrawal[]> {
  return readBranchWithdrawals(context, [withdrawalId]);
}

function readBranchWithdrawals(
  context: Context,
  ids: bigint[],
  branchId?: bigint,
): Promise<BranchWithdrawal[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<BranchWithdrawal[]>`
    SELECT notice.*, account.name AS supplier, account.time_zone AS "timeZone",
           withdrawal.kind, product.name AS "productName", withdrawal.lots,
           withdrawal.best_before_from AS "bestBeforeFrom", withdrawal.best_before_to AS "bestBeforeTo",
           withdrawal.reason, withdrawal.instruction, withdrawal.closed_at AS "closedAt"
    FROM (${noticesQuery(accountId, ids, branchId)}) AS notice
    JOIN withdrawals withdrawal ON withdrawal.account_id = ${accountId} AND withdrawal.id = notice."withdrawalId"
    JOIN products product ON product.account_id = ${accountId} AND product.id = withdrawal.product_id
    JOIN accounts account ON account.id = ${accountId}
    ORDER BY ${EXERCISES_LAST}`;
}

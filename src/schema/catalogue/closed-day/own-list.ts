import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/** Returns the id of a branch of the account; null for none. @throws AppError `not_found` on branchId */
export async function listBranchOf(
  context: Context,
  branchId: string | null | undefined,
): Promise<bigint | null> {
  if (branchId == null) return null;
  const id = recordIdOf(branchId);
  const accountId = accountOf(context);
  const found = await context.db.branch.count({ where: { accountId, id } });
  // guard: closed-days-branch
  if (found === 0) throw notFound('branch', 'branchId');
  return id;
}

/**
 * Returns SQL for the condition of the rows of one list, that of the account or of a branch, from a day on.
 */
export function inDayList(context: Context, branchId: bigint | null, from: string): Prisma.Sql {
  return Prisma.sql`
    account_id = ${accountOf(context)} AND branch_id IS NOT DISTINCT FROM ${branchId}::bigint
    AND date >= ${from}::date`;
}

/** Makes changes of one list wait for each other until the transaction ends. */
export async function lockList(context: Context, branchId: bigint | null): Promise<void> {
  const list = `closed days of ${accountOf(context)} ${branchId ?? ''}`;
  await context.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${list}, 0))`;
}

/** Reads the versions of lists, hashes of their days; null is the list of the account. */
export async function versionsOfLists(
  context: Context,
  branchIds: readonly (bigint | null)[],
): Promise<string[]> {
  const lists = await context.db.$queryRaw<{ branchId: bigint | null; version: string }[]>`
    SELECT branch_id AS "branchId",
           md5(string_agg(concat_ws(' ', date, is_open, reason), E'\\n' ORDER BY date)) AS version
    FROM closed_days
    WHERE account_id = ${accountOf(context)}
      AND (branch_id = ANY(${branchIds.filter((id) => id !== null)}::bigint[])
           OR branch_id IS NULL AND ${branchIds.includes(null)})
    GROUP BY branch_id`;
  const byBranch = new Map(lists.map(({ branchId, version }) => [branchId, version]));
  return branchIds.map((id) => byBranch.get(id) ?? EMPTY_LIST);
}

const EMPTY_LIST = 'empty';

import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { todayOf } from '../account/time-zone.ts';

/** Returns the id of a branch of the account; null for none. @throws AppError `not_found` on branchId */
export async function branchOf(
  context: Context,
  branchId: string | null | undefined,
): Promise<bigint | null> {
  if (branchId == null) return null;
  const id = recordIdOf(branchId);
  const accountId = accountOf(context);
  const found = await context.db.branch.count({ where: { accountId, id } });
  if (found === 0) throw notFound('branch', 'branchId');
  return id;
}

/** Returns SQL for the condition of the rows of one list, that of the account or of a branch, from a day on. */
export function inList(context: Context, branchId: bigint | null, from: string): Prisma.Sql {
  return Prisma.sql`
    account_id = ${accountOf(context)} AND branch_id IS NOT DISTINCT FROM ${branchId}::bigint
    AND date >= ${from}::date`;
}

/** Makes changes of one list wait for each other until the transaction ends. */
export async function lockList(context: Context, branchId: bigint | null): Promise<void> {
  const list = `closed days of ${accountOf(context)} ${branchId ?? ''}`;
  await context.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${list}, 0))`;
}

/** Returns what the audit log compares to see whether a list has changed. */
export async function listState(context: Context, branchId: string | null | undefined): Promise<unknown> {
  return context.db.$queryRaw`
    SELECT count(*), md5(string_agg(concat_ws(' ', date, is_open, reason), E'\\n' ORDER BY date)) AS days
    FROM closed_days WHERE ${inList(context, branchId == null ? null : recordIdOf(branchId), todayOf(context))}`;
}

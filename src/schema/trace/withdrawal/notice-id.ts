import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/**
 * The withdrawal and the branch of a notice, which exists as soon as the branch has received some of the
 * goods.
 */
export interface NoticeRef {
  withdrawalId: bigint;
  branchId: bigint;
}

/** Returns the id of a notice, such as `12-345`. */
export function noticeIdOf({ withdrawalId, branchId }: NoticeRef): string {
  return `${withdrawalId}-${branchId}`;
}

/**
 * Parses the id of a notice. Programs can still have ids of stored notices: numbers.
 *
 * @throws AppError `not_found`
 */
export async function noticeRefOf(context: Context, id: string, field?: string): Promise<NoticeRef> {
  const [withdrawal = '', branch, ...others] = id.split('-');
  if (others.length > 0) throw notFound('notice', field);
  if (branch !== undefined) return { withdrawalId: recordIdOf(withdrawal), branchId: recordIdOf(branch) };
  const stored = await context.db.withdrawalNotice.findFirst({
    where: { accountId: accountOf(context), id: recordIdOf(id) },
    select: { withdrawalId: true, branchId: true },
  });
  if (!stored) throw notFound('notice', field);
  return stored;
}

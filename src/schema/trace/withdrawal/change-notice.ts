import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { type NoticeRef, noticeRefOf } from './notice-id.ts';
import { type Notice, noticesOf } from './read-notices.ts';

/**
 * Changes the recorded fields of a notice, and returns the notice. It locks the withdrawal, so that changes
 * of its notices run one after another, and not after it is closed.
 *
 * @param change returns SQL of the columns for SET; `now` is the notice before
 * @throws AppError `not_found`, `invalid_transition` when the withdrawal is closed, or the error of `change`
 */
export async function changeNotice(
  context: Context,
  id: string,
  change: (now: Notice) => Prisma.Sql,
): Promise<Notice> {
  const ref = await noticeRefOf(context, id);
  const accountId = accountOf(context);
  return inOneTransaction(context, async (inside) => {
    const { db } = inside;
    const [withdrawal] = await db.$queryRaw<{ closedAt: Date | null }[]>`
      SELECT closed_at AS "closedAt" FROM withdrawals
      WHERE account_id = ${accountId} AND id = ${ref.withdrawalId} FOR NO KEY UPDATE`;
    const before = withdrawal && (await noticeOf(inside, ref));
    if (!before) throw notFound('notice');
    if (withdrawal.closedAt) throw fault('withdrawal_closed', 'This withdrawal is closed', 'id');
    const columns = change(before);
    await db.$executeRaw`
      INSERT INTO withdrawal_notices (account_id, withdrawal_id, branch_id, quantity, added_at)
      VALUES (${accountId}, ${ref.withdrawalId}, ${ref.branchId}, 0, ${before.addedAt})
      ON CONFLICT (account_id, withdrawal_id, branch_id) DO NOTHING`;
    await db.$executeRaw`
      UPDATE withdrawal_notices SET ${columns}
      WHERE account_id = ${accountId} AND withdrawal_id = ${ref.withdrawalId} AND branch_id = ${ref.branchId}`;
    return (await noticeOf(inside, ref))!;
  });
}

async function noticeOf(
  context: Context,
  { withdrawalId, branchId }: NoticeRef,
): Promise<Notice | undefined> {
  const [notice] = await context.db.$queryRaw<Notice[]>`
    SELECT * FROM (${noticesOf(accountOf(context), [withdrawalId], branchId)}) AS notice`;
  return notice;
}

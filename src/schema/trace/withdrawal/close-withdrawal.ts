import { accountOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { CloseWithdrawal } from './fields.ts';
import { noticesOf } from './read-notices.ts';

/**
 * Closes a withdrawal and returns its id. Its notices keep their present values, and its lots stay flagged.
 *
 * @throws AppError `validation_error`, `not_found`, or `invalid_transition` when it is closed already
 */
export async function closeWithdrawal(context: Context, id: string, input: unknown): Promise<bigint> {
  const { reason } = valid(CloseWithdrawal, input);
  const accountId = accountOf(context);
  const record = recordIdOf(id);
  return inOneTransaction(context, async ({ db }) => {
    const [held] = await db.$queryRaw<{ closedAt: Date | null }[]>`
      SELECT closed_at AS "closedAt" FROM withdrawals WHERE account_id = ${accountId} AND id = ${record}
      FOR NO KEY UPDATE`;
    if (!held) throw notFound('withdrawal');
    if (held.closedAt) throw fault('withdrawal_closed', 'This withdrawal is closed already', 'id');
    await db.$executeRaw`
      INSERT INTO withdrawal_notices
        (account_id, withdrawal_id, branch_id, quantity, added_at, closed_quantity, closed_reason)
      SELECT ${accountId}, "withdrawalId", "branchId", 0, "addedAt", quantity, "closedReason"
      FROM (${noticesOf(accountId, [record])}) AS notice
      ON CONFLICT (account_id, withdrawal_id, branch_id)
        DO UPDATE SET closed_quantity = excluded.closed_quantity, closed_reason = excluded.closed_reason`;
    await db.$executeRaw`
      UPDATE withdrawals SET closed_at = now(), closed_reason = ${reason}
      WHERE account_id = ${accountId} AND id = ${record}`;
    return record;
  });
}

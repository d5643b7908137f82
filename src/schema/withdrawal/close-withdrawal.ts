import { accountOf, type Context } from '../context.ts';
import { fault, notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { CloseWithdrawal } from './fields.ts';

/**
 * Closes a withdrawal and returns its id. Its lots stay flagged.
 *
 * @throws AppError `validation_error`, `not_found`, or `invalid_transition` when it is closed already
 */
export async function closeWithdrawal(context: Context, id: string, input: unknown): Promise<bigint> {
  const { reason } = valid(CloseWithdrawal, input);
  const where = { accountId: accountOf(context), id: recordIdOf(id) };
  const { count } = await context.db.withdrawal.updateMany({
    where: { ...where, closedAt: null },
    data: { closedAt: new Date(), closedReason: reason },
  });
  if (count > 0) return where.id;
  const known = await context.db.withdrawal.findFirst({ where, select: { id: true } });
  if (!known) throw notFound('withdrawal');
  throw fault('invalid_transition', 'This withdrawal is closed already', 'id');
}

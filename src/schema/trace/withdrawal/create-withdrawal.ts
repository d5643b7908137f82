import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { valid } from '../../core/noun/valid.ts';
import { CreateWithdrawal } from './fields.ts';
import { dispatchedLots } from '../../trade/lot/withdrawn-lots.ts';

/**
 * Starts the withdrawal of lots of a product and returns its id. The same statement writes a notice for each
 * branch that has received some. Notices of branches that receive some later are computed, not stored.
 *
 * @throws AppError `validation_error`, or `not_found` on productId
 */
export async function createWithdrawal(context: Context, input: unknown): Promise<bigint> {
  const { kind, productId, lots, bestBeforeFrom, bestBeforeTo, reason, instruction } = valid(
    CreateWithdrawal,
    input,
  );
  const accountId = accountOf(context);
  const [created] = await context.db.$queryRaw<{ id: bigint }[]>`
    WITH withdrawal AS (
      INSERT INTO withdrawals
        (account_id, kind, product_id, lots, best_before_from, best_before_to, reason, instruction)
      SELECT account_id, ${kind}, id, ${lots ?? []}::text[], ${bestBeforeFrom ?? null}::date,
             ${bestBeforeTo ?? null}::date, ${reason}, ${instruction}
      FROM products WHERE account_id = ${accountId} AND id = ${productId}
      RETURNING *
    ), notice AS (
      INSERT INTO withdrawal_notices (account_id, withdrawal_id, branch_id, quantity)
      SELECT withdrawal.account_id, withdrawal.id, delivery.branch_id, sum(lot.quantity - lot.returned_quantity)
      FROM withdrawal ${dispatchedLots(accountId)}
      GROUP BY 1, 2, 3
    )
    SELECT id FROM withdrawal`;
  if (!created) throw notFound('product', 'productId');
  return created.id;
}

import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { valid } from '../valid.ts';
import { CreateWithdrawal } from './fields.ts';

/**
 * Starts the withdrawal of lots of a product and returns its id. The same statement writes a notice for each branch
 * that has got some of them, at most one for each branch of the account.
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
      FROM withdrawal
      JOIN delivery_item_lots lot ON lot.account_id = ${accountId} AND lot.product_id = ${productId}
        AND lot.superseded_at IS NULL AND ${isWithdrawn('withdrawal', 'lot')}
      JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = lot.delivery_id
        AND delivery.in_transit_at IS NOT NULL
      GROUP BY 1, 2, 3
    )
    SELECT id FROM withdrawal`;
  if (!created) throw notFound('product', 'productId');
  return created.id;
}

/** Returns SQL for whether the row `lot` is one of those that the row `withdrawal` of its product names. */
export function isWithdrawn(withdrawal: string, lot: string): Prisma.Sql {
  return Prisma.raw(`(
    ${lot}.lot = ANY(${withdrawal}.lots)
    OR (cardinality(${withdrawal}.lots) = 0
        AND coalesce(${lot}.best_before, ${lot}.use_by)
            BETWEEN coalesce(${withdrawal}.best_before_from, '-infinity')
                AND coalesce(${withdrawal}.best_before_to, 'infinity')))`);
}

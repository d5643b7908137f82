import { accountOf, type Context } from '../../core/context.ts';
import { isWithdrawn } from './withdrawn-lots.ts';

/**
 * Stores the notices that the lots of a dispatched line cause, before the lots are replaced, so that they
 * stay even if the branch has none of the goods.
 */
export async function rememberNotices(
  context: Context,
  { deliveryId, productId }: { deliveryId: bigint; productId: bigint },
): Promise<void> {
  const accountId = accountOf(context);
  await context.db.$executeRaw`
    INSERT INTO withdrawal_notices (account_id, withdrawal_id, branch_id, quantity, added_at)
    SELECT ${accountId}, withdrawal.id, delivery.branch_id, 0,
           greatest(withdrawal.started_at, min(greatest(delivery.in_transit_at, lot.created_at)))
    FROM withdrawals withdrawal
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = ${deliveryId}
      AND delivery.in_transit_at IS NOT NULL
    JOIN delivery_item_lots lot ON lot.account_id = ${accountId} AND lot.delivery_id = delivery.id
      AND lot.product_id = ${productId} AND lot.superseded_at IS NULL AND ${isWithdrawn('withdrawal', 'lot')}
    WHERE withdrawal.account_id = ${accountId} AND withdrawal.product_id = ${productId} AND withdrawal.closed_at IS NULL
    GROUP BY withdrawal.id, withdrawal.started_at, delivery.branch_id
    ON CONFLICT (account_id, withdrawal_id, branch_id) DO NOTHING`;
}

import type { Tx } from '../../../database/connect.ts';
import { AppError, fault, notFound } from '../../core/errors.ts';

/**
 * Locks a standing order until the transaction ends, against the generation of deliveries and other changes.
 *
 * @throws AppError `not_found`
 */
export async function lockOrder(tx: Tx, accountId: bigint, id: bigint): Promise<{ isEnded: boolean }> {
  const [order] = await tx.$queryRaw<{ is_ended: boolean }[]>`
    SELECT ended_at IS NOT NULL AS is_ended FROM standing_orders
    WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`;
  if (!order) throw notFound('standing order');
  return { isEnded: order.is_ended };
}

/**
 * Locks a standing order that a person has not ended.
 *
 * @throws AppError `not_found`, or `invalid_transition` on status
 */
export async function lockLiveOrder(tx: Tx, accountId: bigint, id: bigint): Promise<void> {
  const { isEnded } = await lockOrder(tx, accountId, id);
  if (isEnded) throw ended();
}

function ended(): AppError {
  return fault('wrong_status', 'This standing order has ended. Create another one', 'status', {
    status: 'ended',
  });
}

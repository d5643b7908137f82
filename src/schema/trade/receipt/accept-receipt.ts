import type { Context } from '../../core/context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { settleConfirmed } from './settle-confirmed.ts';
import { settleOpen } from './settle-open.ts';
import { withReceipt } from './with-receipt.ts';

/**
 * Accepts a receipt: creates returns for the disputes of the branch, and completes the delivery if it is in
 * transit. Receipts of drivers are marked as checked. Repeating it changes nothing.
 *
 * @throws AppError `not_found`, `insufficient_scope` for disputes without `returns:write`, or
 * `validation_error` without a receipt
 */
export async function acceptReceipt(context: Context, id: string): Promise<void> {
  await withReceipt(context, id, async (inside, deliveryId, delivery) => {
    await settleOpen(inside, deliveryId, delivery, { accept: 'all', decline: [] });
    await settleConfirmed(inside, [deliveryId]);
    if (delivery.status === 'in_transit') await moveDelivery(inside, String(deliveryId), 'completed');
  });
}

/**
 * Declines the disputes of a branch: nothing is returned, and the delivery keeps its status.
 *
 * @throws AppError `not_found`, or `validation_error` without a receipt
 */
export async function declineDisputes(context: Context, id: string): Promise<void> {
  await withReceipt(context, id, async (inside, deliveryId, delivery) => {
    await settleOpen(inside, deliveryId, delivery, { accept: [], decline: 'all' });
  });
}

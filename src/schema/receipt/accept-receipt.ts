import { accountOf, type Context, requireScope } from '../context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { fault } from '../errors.ts';
import { inOneTransaction } from '../in-one-transaction.ts';
import { recordIdOf } from '../record-id.ts';
import { returnShortfalls } from './confirm-receipt.ts';
import { type LockedDelivery, lockDelivery } from './lock-delivery.ts';
import { shortfallsOf } from './shortfalls.ts';

/**
 * Accepts what a branch said by its link: returns what it disputed, and completes the delivery if it is in transit.
 * Repeating it changes nothing.
 *
 * @throws AppError `not_found`, `insufficient_scope` for disputes without `returns:write`, or `validation_error` without
 * a receipt
 */
export async function acceptReceipt(context: Context, id: string): Promise<void> {
  await settle(context, id, async (inside, deliveryId, { status, items, receivedAt }) => {
    const shortfalls = shortfallsOf(await settleDisputes(inside, deliveryId, 'accepted'), items);
    if (shortfalls.length > 0) requireScope(inside, 'returns:write');
    await returnShortfalls(inside, deliveryId, shortfalls, receivedAt);
    if (status === 'in_transit') await moveDelivery(inside, String(deliveryId), 'completed');
  });
}

/**
 * Declines what a branch disputed: nothing is returned, and the delivery keeps its status.
 *
 * @throws AppError `not_found`, or `validation_error` without a receipt
 */
export async function declineDisputes(context: Context, id: string): Promise<void> {
  await settle(context, id, async (inside, deliveryId) => {
    await settleDisputes(inside, deliveryId, 'declined');
  });
}

interface Received extends LockedDelivery {
  receivedAt: string;
}

type Settle = (inside: Context, deliveryId: bigint, received: Received) => Promise<void>;

async function settle(context: Context, id: string, work: Settle): Promise<void> {
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const receipt = await inside.db.receipt.findUnique({
      where: { accountId_deliveryId: { accountId: accountOf(inside), deliveryId } },
      select: { receivedAt: true },
    });
    if (!receipt) {
      throw fault('validation_error', 'deliveryId has no receipt yet: use confirmReceipt', 'deliveryId');
    }
    await work(inside, deliveryId, { ...delivery, receivedAt: receipt.receivedAt.toISOString() });
  });
}

/** Settles the open disputes of a delivery, and returns their lines. */
async function settleDisputes(
  context: Context,
  deliveryId: bigint,
  status: 'accepted' | 'declined',
): Promise<{ productId: bigint; received: number; reason: string }[]> {
  return context.db.$queryRaw`
    UPDATE receipt_disputes SET status = ${status}
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} AND status = 'open'
    RETURNING product_id AS "productId", received, reason`;
}

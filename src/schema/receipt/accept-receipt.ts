import { accountOf, type Context, requireScope } from '../context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { fault } from '../errors.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { returnShortfalls } from './confirm-receipt.ts';
import { type LockedDelivery, lockDelivery } from './lock-delivery.ts';
import { returnDateOf } from './received-at.ts';
import { type DeliveredLine, restOf, shortfallsOf } from './shortfalls.ts';

/**
 * Accepts what a branch said by its link: returns what it disputed, and completes the delivery if it is in transit.
 * Repeating it changes nothing.
 *
 * @throws AppError `not_found`, `insufficient_scope` for disputes without `returns:write`, or `validation_error` without
 * a receipt
 */
export async function acceptReceipt(context: Context, id: string): Promise<void> {
  await withReceipt(context, id, async (inside, deliveryId, delivery) => {
    const { status, items, receivedAt } = delivery;
    const disputes = await settleDisputes(inside, deliveryId, 'accepted');
    const shortfalls = shortfallsOf(presentIn(items, disputes), items);
    if (shortfalls.length > 0) requireScope(inside, 'returns:write');
    await returnShortfalls(inside, deliveryId, shortfalls, returnDateOf(inside, receivedAt, delivery));
    if (status === 'in_transit') await moveDelivery(inside, String(deliveryId), 'completed');
  });
}

/**
 * Declines what a branch disputed: nothing is returned, and the delivery keeps its status.
 *
 * @throws AppError `not_found`, or `validation_error` without a receipt
 */
export async function declineDisputes(context: Context, id: string): Promise<void> {
  await withReceipt(context, id, async (inside, deliveryId) => {
    await settleDisputes(inside, deliveryId, 'declined');
  });
}

interface Received extends LockedDelivery {
  receivedAt: Date;
}

type ReceiptWork = (inside: Context, deliveryId: bigint, received: Received) => Promise<void>;

/** Runs `work` in a transaction that holds the delivery, which must have a receipt. */
async function withReceipt(context: Context, id: string, work: ReceiptWork): Promise<void> {
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const receipt = await inside.db.receipt.findUnique({
      where: { accountId_deliveryId: { accountId: accountOf(inside), deliveryId } },
      select: { receivedAt: true },
    });
    if (!receipt) {
      throw fault('no_receipt', 'deliveryId has no receipt yet: use confirmReceipt', 'deliveryId');
    }
    await work(inside, deliveryId, { ...delivery, receivedAt: receipt.receivedAt });
  });
}

/** Settles the open disputes of a delivery, and returns their lines. */
async function settleDisputes(
  context: Context,
  deliveryId: bigint,
  status: 'accepted' | 'declined',
): Promise<Dispute[]> {
  return context.db.$queryRaw`
    UPDATE receipt_disputes SET status = ${status}
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} AND status = 'open'
    RETURNING product_id AS "productId", lot, delivered, received, reason`;
}

interface Dispute {
  productId: bigint;
  lot: string | null;
  delivered: number | null;
  received: number;
  reason: string;
}

/**
 * Returns what the disputes say of the lots as they are by now: they can have been changed since.
 *
 * @throws AppError `validation_error` on deliveryId for a lot that the delivery no longer has
 */
function presentIn(items: readonly DeliveredLine[], disputes: readonly Dispute[]) {
  return disputes.map(({ delivered, ...dispute }) => {
    const { productId, lot, received } = dispute;
    const isRest = lot === null && delivered !== null;
    const line = items.find((item) => item.productId === productId)!;
    const goods = lot !== null ? line.lots.find((each) => each.lot === lot) : isRest ? restOf(line) : line;
    if (goods) return { ...dispute, isRest, received: Math.min(received, goods.quantity) };
    const problem = `deliveryId has a dispute about lot ${lot}, which the delivery no longer has. Enter the lot again, or decline the disputes`;
    throw fault('disputed_lot_gone', problem, 'deliveryId');
  });
}

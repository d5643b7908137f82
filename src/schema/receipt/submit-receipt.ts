import { leaveEntry } from '../audit/leave-entry.ts';
import { accountOf, type Context } from '../context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { fault } from '../errors.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { valid } from '../noun/valid.ts';
import { disputesInWords } from './disputes-in-words.ts';
import { ReceiptInput } from './fields.ts';
import { lockDelivery } from './lock-delivery.ts';
import type { OpenedLink } from './open-link.ts';
import { receivedAt } from './received-at.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/**
 * Records what a branch says by its link that it received. What is missing is disputed until the supplier accepts it.
 * The delivery is completed if the account's setting says so. Once a delivery has a receipt, nothing changes, so that
 * the form can be sent again. The audit log has an entry, because another receipt can replace this one.
 *
 * @throws AppError `validation_error`, or `invalid_transition` before dispatch and after cancellation
 */
export async function submitReceipt(
  context: Context,
  { deliveryId, branchId, completes }: OpenedLink,
  input: unknown,
): Promise<void> {
  const receipt = valid(ReceiptInput, input);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const { status, items } = delivery;
    if (!RETURNABLE.includes(status)) {
      throw fault('wrong_status', 'This delivery cannot be confirmed now', 'status', { status });
    }
    const accountId = accountOf(inside);
    if ((await inside.db.receipt.count({ where: { accountId, deliveryId } })) > 0) return;
    const at = receivedAt(receipt.at, delivery);
    const disputes = shortfallsOf(receipt.lines ?? [], items);
    await writeReceipt(inside, deliveryId, receipt, { at, by: 'link' });
    await writeDisputes(inside, deliveryId, disputes);
    await leaveEntry(inside, {
      action: 'receipt.sent',
      details: {
        delivery: String(deliveryId),
        branch: String(branchId),
        receivedBy: receipt.receivedBy,
        disputes: await disputesInWords(inside, deliveryId, disputes),
      },
    });
    if (completes && status === 'in_transit') await moveDelivery(inside, String(deliveryId), 'completed');
  });
}

async function writeDisputes(context: Context, deliveryId: bigint, disputes: Shortfall[]): Promise<void> {
  const accountId = accountOf(context);
  await context.db.receiptDispute.createMany({
    data: disputes.map(({ productId, lot, delivered, received, reason }) => ({
      accountId,
      deliveryId,
      productId,
      lot,
      delivered,
      received,
      reason,
    })),
  });
}

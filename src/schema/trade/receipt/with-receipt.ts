import { accountOf, type Context } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { type LockedDelivery, lockDelivery } from './lock-delivery.ts';

/** A locked delivery that has a receipt. */
export interface Received extends LockedDelivery {
  receivedAt: Date;
}

type ReceiptWork = (inside: Context, deliveryId: bigint, received: Received) => Promise<void>;

/**
 * Runs `work` in a transaction that locks the delivery, which must have a receipt.
 *
 * @throws AppError `not_found`, or `validation_error` without a receipt
 */
export async function withReceipt(context: Context, id: string, work: ReceiptWork): Promise<void> {
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const receipt = await inside.db.receipt.findUnique({
      where: { accountId_deliveryId: { accountId: accountOf(inside), deliveryId } },
      select: { receivedAt: true },
    });
    if (!receipt) {
      throw errorAt('deliveryId', 'no_receipt', 'has no receipt yet: use confirmReceipt');
    }
    await work(inside, deliveryId, { ...delivery, receivedAt: receipt.receivedAt });
  });
}

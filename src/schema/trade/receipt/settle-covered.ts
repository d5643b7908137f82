import { accountOf, type Context } from '../../core/context.ts';
import { lockDelivery } from './lock-delivery.ts';
import { presentIn, settleOpen } from './settle-open.ts';
import { shortfallsOf } from './shortfalls.ts';

/**
 * Accepts the open disputes whose goods a driver has recorded as missing too. Others stay open. The delivery
 * must be locked.
 */
export async function settleCovered(context: Context, deliveryId: bigint, receivedAt: Date): Promise<void> {
  const open = await context.db.receiptDispute.findMany({
    where: { accountId: accountOf(context), deliveryId, status: 'open' },
    select: { id: true, productId: true, lot: true, delivered: true, received: true, reason: true },
  });
  if (open.length === 0) return;
  // Locked again, to read the lines with the returns of this transaction.
  const delivery = await lockDelivery(context, deliveryId);
  const present = open.filter(
    ({ productId, lot }) =>
      lot === null ||
      delivery.items.some(
        (item) => item.productId === productId && item.lots.some((each) => each.lot === lot),
      ),
  );
  const missing = shortfallsOf(presentIn(delivery.items, present), delivery.items);
  const covered = present.filter(
    ({ productId, lot }) => !missing.some((each) => each.productId === productId && each.lot === lot),
  );
  const accept = covered.map(({ id }) => id);
  await settleOpen(context, deliveryId, { ...delivery, receivedAt }, { accept, decline: [] });
}

import { accountOf, type Context } from '../../core/context.ts';
import { lockDelivery } from './lock-delivery.ts';
import { presentIn, settleOpen } from './settle-open.ts';
import { shortfallsOf } from './shortfalls.ts';

/**
 * Accepts the open disputes of which nothing is missing any more, because a driver has recorded the same. The
 * others stay open. The caller has locked the delivery.
 */
export async function settleCovered(context: Context, deliveryId: bigint, receivedAt: Date): Promise<void> {
  const open = await context.db.receiptDispute.findMany({
    where: { accountId: accountOf(context), deliveryId, status: 'open' },
    select: { id: true, productId: true, lot: true, delivered: true, received: true, reason: true },
  });
  if (open.length === 0) return;
  // The lines with what was returned in this transaction.
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

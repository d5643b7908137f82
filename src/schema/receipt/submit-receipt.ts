import { leaveEntry } from '../audit/leave-entry.ts';
import { accountOf, type Context } from '../context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { fault } from '../errors.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { valid } from '../noun/valid.ts';
import { ReceiptInput } from './fields.ts';
import { lockDelivery } from './lock-delivery.ts';
import type { OpenedLink } from './open-link.ts';
import { receivedAt } from './received-at.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/** How many disputes an entry of the audit log names; the receipt has all. */
const MAX_NAMED = 50;

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
        disputes: await inWords(inside, deliveryId, disputes),
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

/** Returns what was received of each line that is disputed, such as `Rye bread: 8 of 10 (damaged)`. */
async function inWords(context: Context, deliveryId: bigint, disputes: Shortfall[]): Promise<string[]> {
  if (disputes.length === 0) return [];
  const named = disputes.slice(0, MAX_NAMED);
  const lines = await context.db.deliveryItem.findMany({
    where: {
      accountId: accountOf(context),
      deliveryId,
      productId: { in: named.map((each) => each.productId) },
    },
    select: { productId: true, name: true, quantity: true },
  });
  const byProduct = new Map(lines.map((line) => [line.productId, line]));
  const words = named.map(({ productId, lot, delivered, received, reason }) => {
    const { name, quantity } = byProduct.get(productId)!;
    const ofLot = lot === null ? '' : `, lot ${lot}`;
    return `${name}${ofLot}: ${received} of ${delivered ?? quantity} (${reason})`;
  });
  const more = disputes.length - named.length;
  return more > 0 ? [...words, `${more} more`] : words;
}

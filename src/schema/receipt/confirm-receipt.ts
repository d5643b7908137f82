import { callerOf, type Context, requireScope } from '../context.ts';
import { invalidTransition, moveDelivery } from '../delivery/move-delivery.ts';
import { inOneTransaction } from '../in-one-transaction.ts';
import { recordIdOf } from '../record-id.ts';
import { createReturn } from '../return/create-return.ts';
import { todayOf } from '../time-zone.ts';
import { valid } from '../valid.ts';
import { ReceiptInput } from './fields.ts';
import { lockDelivery } from './lock-delivery.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/**
 * Records what was received of a delivery in transit, returns what was not, and completes the delivery, in one
 * transaction. When receipts race, the first one wins.
 *
 * @throws AppError `not_found`, `validation_error`, `insufficient_scope` for lines without `returns:write` or
 * `stops:write`, or `invalid_transition` on field status
 */
export async function confirmReceipt(context: Context, id: string, input: unknown): Promise<void> {
  const receipt = valid(ReceiptInput, input);
  const { at = null, lines } = receipt;
  // Drivers return nothing but what a receipt lacks.
  const mayReturn = callerOf(context).scopes.has('stops:write');
  if (lines && lines.length > 0 && !mayReturn) requireScope(context, 'returns:write');
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const { status, items } = await lockDelivery(inside, deliveryId);
    if (status !== 'in_transit') throw invalidTransition(status, 'completed');
    const shortfalls = shortfallsOf(lines ?? [], items);
    const by = callerOf(inside).sessionId === undefined ? 'key' : 'session';
    await writeReceipt(inside, deliveryId, receipt, by);
    await returnShortfalls(inside, deliveryId, shortfalls, at);
    await moveDelivery(inside, String(deliveryId), 'completed');
  });
}

/** Creates a return for each shortfall, at the day of the receipt where the account is. */
export async function returnShortfalls(
  context: Context,
  deliveryId: bigint,
  shortfalls: readonly Pick<Shortfall, 'productId' | 'quantity' | 'reason'>[],
  at: string | null,
): Promise<void> {
  const returnDate = todayOf(context, at === null ? undefined : new Date(at));
  for (const { productId, quantity, reason } of shortfalls) {
    await createReturn(context, {
      deliveryId: String(deliveryId),
      productId: String(productId),
      quantity,
      reason,
      returnDate,
    });
  }
}

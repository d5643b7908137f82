import { accountOf, callerOf, type Context, requireScope } from '../../core/context.ts';
import { invalidTransition, moveDelivery } from '../delivery/move-delivery.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { isTooWarm, ReceiptInput } from './fields.ts';
import { lockDelivery } from './lock-delivery.ts';
import { receivedAt, returnDateOf } from './received-at.ts';
import { returnShortfalls } from './return-shortfalls.ts';
import { settleCovered } from './settle-covered.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/**
 * Records the received goods of a delivery in transit, returns the missing ones, and completes the delivery,
 * in one transaction. When receipts race, the first one wins. A driver's receipt must be checked if less
 * arrived, or if it was too warm.
 *
 * @throws AppError `not_found`, `validation_error`, `insufficient_scope` for lines without `returns:write` or
 * `stops:write`, or `invalid_transition` on field status
 */
export async function confirmReceipt(context: Context, id: string, input: unknown): Promise<void> {
  const receipt = valid(ReceiptInput, input);
  const { lines } = receipt;
  // Drivers can create only the returns of a receipt.
  const mayReturn = callerOf(context).scopes.has('stops:write');
  if (lines && lines.length > 0 && !mayReturn) requireScope(context, 'returns:write');
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const { status, items } = delivery;
    if (status !== 'in_transit') throw invalidTransition(status, 'completed');
    const at = receivedAt(receipt.at, delivery);
    const shortfalls = shortfallsOf(lines ?? [], items);
    const by = callerOf(inside).sessionId === undefined ? 'key' : 'session';
    const keepsDisputes = !mayDecide(inside);
    await writeReceipt(inside, deliveryId, receipt, { at, by, keepsDisputes });
    await returnShortfalls(inside, deliveryId, shortfalls, returnDateOf(inside, at, delivery));
    if (keepsDisputes) await settleCovered(inside, deliveryId, at);
    await moveDelivery(inside, String(deliveryId), 'completed');
    // Completing a delivery settles its receipt, so this comes after it.
    if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);
  });
}

/** Returns whether the caller may decide disputes. Drivers may not: disputes of the branch stay open. */
function mayDecide(context: Context): boolean {
  return callerOf(context).scopes.has('deliveries:write');
}

/** Returns whether a receipt must be checked: a driver recorded missing or too warm goods. */
async function isToCheck(
  context: Context,
  shortfalls: readonly Shortfall[],
  { temperatures }: ReceiptInput,
): Promise<boolean> {
  if (mayDecide(context)) return false;
  if (shortfalls.length > 0 || !temperatures) return shortfalls.length > 0;
  const { warmestChilled: chilled, warmestFrozen: frozen } = await context.db.account.findUniqueOrThrow({
    where: { id: accountOf(context) },
    select: { warmestChilled: true, warmestFrozen: true },
  });
  return temperatures.some((each) => isTooWarm(each, { chilled, frozen }));
}

async function waitForCheck(context: Context, deliveryId: bigint): Promise<void> {
  await context.db.$executeRaw`
    UPDATE receipts SET state = 'confirmed', checked_at = NULL, checked_by = NULL
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} AND state = 'settled'`;
}

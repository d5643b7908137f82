import { z } from 'zod';
import { accountOf, callerOf, type Context, requireScope } from '../../core/context.ts';
import { addContainers } from '../container/add-containers.ts';
import { CONTAINER_ROWS } from '../container/fields.ts';
import { invalidTransition, moveDelivery } from '../delivery/move-delivery.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { isTooWarm, ReceiptInput } from './fields.ts';
import { type LockedDelivery, lockDelivery } from './lock-delivery.ts';
import { receivedAt, returnDateOf } from './received-at.ts';
import { returnShortfalls } from './return-shortfalls.ts';
import { acceptCovered } from './accept-covered.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/** The rule of a receipt by the supplier. A branch records no containers by its link. */
const ConfirmedInput = z.strictObject({ ...ReceiptInput.shape, containers: CONTAINER_ROWS.rule.nullish() });

/** How long after a delivery was completed without a receipt its driver can still record one. */
const LATE_RECEIPT_MS = 48 * 60 * 60_000;

/**
 * Records the received goods of a delivery in transit, returns the missing ones, and completes the delivery,
 * in one transaction. When receipts race, the first one wins. A driver's receipt must be checked if less
 * arrived, or if it was too warm.
 *
 * @param options.mayBeLate whether to accept the receipt of a delivery that was completed without one, for 48
 * hours: a phone without a network sends it later
 * @throws AppError `not_found`, `validation_error`, `insufficient_scope` for lines without `returns:write` or
 * `stops:write`, or `invalid_transition` on field status
 */
export async function confirmReceipt(
  context: Context,
  id: string,
  input: unknown,
  { mayBeLate = false } = {},
): Promise<void> {
  const receipt = valid(ConfirmedInput, input);
  const { lines, containers } = receipt;
  // Drivers can create only the returns of a receipt.
  const mayReturn = callerOf(context).scopes.has('stops:write');
  // guard: confirming-scope
  if (lines && lines.length > 0 && !mayReturn) requireScope(context, 'returns:write');
  const deliveryId = recordIdOf(id);
  await inOneTransaction(context, async (inside) => {
    const delivery = await lockDelivery(inside, deliveryId);
    const { status, items } = delivery;
    const isLate = mayBeLate && (await canBeLate(inside, deliveryId, delivery));
    if (status !== 'in_transit' && !isLate) throw invalidTransition(status);
    const at = receivedAt(receipt.at, delivery);
    const shortfalls = shortfallsOf(lines ?? [], items);
    const by = callerOf(inside).sessionId === undefined ? 'key' : 'session';
    const keepsDisputes = !mayDecide(inside);
    await writeReceipt(inside, deliveryId, receipt, { at, by, /* guard: kept-disputes */ keepsDisputes });
    await returnShortfalls(inside, deliveryId, shortfalls, returnDateOf(inside, at, delivery));
    // guard: covered-disputes
    if (keepsDisputes) await acceptCovered(inside, deliveryId, at);
    if (containers) await addContainers(inside, deliveryId, containers);
    if (!isLate) await moveDelivery(inside, String(deliveryId), 'completed');
    // Completing a delivery settles its receipt, so this comes after it.
    // guard: wait-for-check
    if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);
  });
}

/** Returns whether a locked delivery was completed lately, without a receipt. */
async function canBeLate(
  context: Context,
  deliveryId: bigint,
  { status, completedAt, now }: LockedDelivery,
): Promise<boolean> {
  // guard: late-receipt
  if (status !== 'completed' || now.getTime() - completedAt!.getTime() > LATE_RECEIPT_MS) return false;
  const where = { accountId: accountOf(context), deliveryId };
  return (await context.db.receipt.count({ where })) === 0;
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
  // guard: deciding-person
  if (mayDecide(context)) return false;
  if (shortfalls.length > 0 || !temperatures) return shortfalls.length > 0;
  const { warmestChilled: chilled, warmestFrozen: frozen } = await context.db.account.findUniqueOrThrow({
    where: { id: accountOf(context) },
    select: { warmestChilled: true, warmestFrozen: true },
  });
  // guard: warm-goods
  return temperatures.some((each) => isTooWarm(each, { chilled, frozen }));
}

async function waitForCheck(context: Context, deliveryId: bigint): Promise<void> {
  await context.db.$executeRaw`
    UPDATE receipts SET state = 'confirmed', checked_at = NULL, checked_by = NULL
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId}
      /* guard: settled-to-check */ AND state = 'settled'`;
}

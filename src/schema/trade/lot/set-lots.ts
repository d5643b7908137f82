import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, fault, faultAt, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { idInput } from '../../core/noun/record-id.ts';
import { text } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { requireVersion } from '../../core/version/require-version.ts';
import { type DeliveryStatus, statusInWords } from '../delivery/status.ts';
import { rememberNotices } from './remember-notices.ts';
import { excessOf, LOTS } from './fields.ts';
import { insertLots, lotsOf } from './insert-lots.ts';
import { deliveryOf, requireShelfLife } from './shelf-life.ts';
import { writeCorrection } from './write-correction.ts';

const SetLots = z.strictObject({ deliveryId: idInput, productId: idInput, lots: LOTS.rule });
export const CorrectLots = z.strictObject({ ...SetLots.shape, reason: text() });

/** The statuses in which lots are set, when goods are picked; later they are corrected. */
export const LOTS_OPEN: ReadonlySet<DeliveryStatus> = new Set(['pending', 'in_transit']);

/**
 * Replaces the lots of a delivery's line while it is pending or in transit, and returns the id of the
 * delivery.
 *
 * @throws AppError `validation_error`, also for too little shelf life, `invalid_transition` for a later
 * status, `precondition_failed` for another version of the line, or `not_found` on deliveryId
 */
export function setLots(context: Context, input: unknown, ifMatch?: string | null): Promise<bigint> {
  return replace(context, valid(SetLots, input), ifMatch);
}

/**
 * Replaces the lots of a line of a completed delivery, and returns the id of the delivery. The old rows stay,
 * with the reason.
 *
 * @throws AppError `validation_error`, `invalid_transition` for another status, `precondition_failed` for
 * another version of the line, or `not_found` on deliveryId
 */
export function correctLots(context: Context, input: unknown, ifMatch?: string | null): Promise<bigint> {
  return replace(context, valid(CorrectLots, input), ifMatch);
}

/** New lots of a line. With a reason, they correct lots that were delivered. */
type LotsChange = z.output<typeof SetLots> & { reason?: string };

/** Replaces the lots in a transaction that locks the line, whose returned quantity returns change too. */
function replace(context: Context, change: LotsChange, ifMatch: string | null | undefined): Promise<bigint> {
  const accountId = accountOf(context);
  const { deliveryId, productId, lots, reason } = change;
  return inOneTransaction(context, async (inside) => {
    const { db } = inside;
    const [delivery] = await db.$queryRaw<{ status: DeliveryStatus }[]>`
      SELECT status FROM deliveries WHERE account_id = ${accountId} AND id = ${deliveryId} FOR NO KEY UPDATE`;
    if (!delivery) throw notFound('delivery', 'deliveryId');
    const [line] = await db.$queryRaw<{ quantity: number }[]>`
      SELECT quantity FROM delivery_items
      WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}
      FOR NO KEY UPDATE`;
    if (!line)
      throw new AppError(faultAt('productId', violation('not_in_delivery', 'is not in this delivery')));
    await requireVersion(inside, 'line', { deliveryId, productId }, ifMatch);
    requireStatus(delivery.status, reason !== undefined);
    const excess = excessOf(lots, line.quantity);
    if (excess) throw new AppError(faultAt('lots', excess));
    if (delivery.status !== 'pending') await requireNoneLost(inside, change);
    // A correction records past facts, so it causes only a warning.
    if (reason === undefined) {
      await requireShelfLife(inside, deliveryOf(accountId, deliveryId), [{ productId, lots }], () => '');
    }
    const returned = await returnedOf(inside, change);
    await rememberNotices(inside, change);
    if (reason === undefined) {
      await db.$executeRaw`
        DELETE FROM delivery_item_lots
        WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}`;
    } else {
      await writeCorrection(inside, { ...change, reason });
    }
    if (lots.length > 0) {
      await db.$executeRaw`
        WITH line AS (
          SELECT account_id, delivery_id, product_id FROM delivery_items
          WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}
        ) ${insertLots(lotsOf([{ productId, lots }]), 'line')}`;
    }
    if (returned.length > 0) {
      await db.$executeRaw`
        UPDATE delivery_item_lots lot SET returned_quantity = returned.quantity
        FROM unnest(${returned.map((each) => each.lot)}::text[], ${returned.map((each) => each.quantity)}::int[])
          AS returned (lot, quantity)
        WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}
          AND superseded_at IS NULL AND lot.lot = returned.lot`;
    }
    await db.$executeRaw`
      UPDATE deliveries SET updated_at = now() WHERE account_id = ${accountId} AND id = ${deliveryId}`;
    return deliveryId;
  });
}

/**
 * Requires that new lots cover as many pieces of a dispatched line as before, if its product requires lots.
 *
 * @throws AppError `validation_error` on lots
 */
async function requireNoneLost(context: Context, { deliveryId, productId, lots }: LotsChange): Promise<void> {
  const accountId = accountOf(context);
  const [required] = await context.db.$queryRaw<{ quantity: number }[]>`
    SELECT sum(lot.quantity)::int AS quantity FROM delivery_item_lots lot
    JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
      AND product.lot_tracking = 'required'
    WHERE lot.account_id = ${accountId} AND lot.delivery_id = ${deliveryId} AND lot.product_id = ${productId}
      AND superseded_at IS NULL
    HAVING count(*) > 0`;
  const sum = lots.reduce((total, { quantity }) => total + quantity, 0);
  if (!required || sum >= required.quantity) return;
  const problem = `must add up to at least ${required.quantity}, as before: this product requires lots, and was dispatched with them`;
  throw new AppError(faultAt('lots', violation('lots_required', problem, { min: required.quantity })));
}

/**
 * Returns the returned quantities by lot.
 *
 * @throws AppError `validation_error` on lots if one with returns is missing, or on a quantity below its
 * returns
 */
async function returnedOf(
  context: Context,
  change: LotsChange,
): Promise<{ lot: string; quantity: number }[]> {
  const { deliveryId, productId, lots } = change;
  const returned = await context.db.$queryRaw<{ lot: string; quantity: number }[]>`
    SELECT lot, sum(quantity)::int AS quantity FROM returns
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} AND product_id = ${productId}
      AND lot IS NOT NULL
    GROUP BY lot HAVING sum(quantity) > 0 ORDER BY lot`;
  for (const [index, { lot, quantity }] of lots.entries()) {
    const back = returned.find((each) => each.lot === lot)?.quantity ?? 0;
    if (quantity < back) {
      const problem = `must not be less than what was returned of this lot: ${back}`;
      throw new AppError(
        faultAt(`lots[${index}].quantity`, violation('less_than_returned', problem, { min: back })),
      );
    }
  }
  for (const { lot, quantity } of returned) {
    if (lots.some((each) => each.lot === lot)) continue;
    const problem = `must contain lot ${lot}, of which ${quantity} came back. Reverse these returns first if they are of another lot`;
    throw new AppError(faultAt('lots', violation('returned_lot_missing', problem)));
  }
  return returned;
}

function requireStatus(status: DeliveryStatus, isCorrection: boolean): void {
  if (isCorrection ? status === 'completed' : LOTS_OPEN.has(status)) return;
  const problem = isCorrection
    ? `Only lots of a completed delivery are corrected; this one is ${statusInWords(status)}${LOTS_OPEN.has(status) ? '. Set its lots instead' : ''}`
    : `Lots can be set while a delivery is pending or in transit; this one is ${statusInWords(status)}${status === 'completed' ? '. Correct its lots instead' : ''}`;
  throw fault('wrong_status', problem, 'status', { status });
}

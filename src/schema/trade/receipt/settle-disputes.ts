import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { violation } from '../../../problems.ts';
import { AppError, fault, faultAt, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { lengthFirst } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { type DISPUTE_STATUS, MAX_RECEIPT_LINES } from './fields.ts';
import { settleOpen } from './settle-open.ts';
import { withReceipt } from './with-receipt.ts';

const TOO_MANY = `must contain at most ${MAX_RECEIPT_LINES} disputes`;
const ids = lengthFirst(z.array(z.string().transform(recordIdOf)), MAX_RECEIPT_LINES, TOO_MANY);
const SettleInput = z.strictObject({ accept: ids.nullish(), decline: ids.nullish() });

type Status = (typeof DISPUTE_STATUS.values)[number];

/**
 * Accepts and declines single disputes; accepted ones create returns. Once none is open, a delivery in
 * transit is completed. If two people decide at once, the first wins; the same decision again changes
 * nothing.
 *
 * @throws AppError `not_found`, also on a dispute, `insufficient_scope` for accepted disputes without
 * `returns:write`, `validation_error`, or `invalid_transition` on a dispute that was decided in the other way
 */
export async function settleDisputes(context: Context, id: string, input: unknown): Promise<void> {
  const said = valid(SettleInput, input);
  const [accept, decline] = [said.accept ?? [], said.decline ?? []];
  if (accept.length + decline.length === 0) {
    throw new AppError(
      faultAt('accept', violation('required', 'must name at least one dispute, unless decline does')),
    );
  }
  const both = decline.findIndex((each) => accept.includes(each));
  if (both >= 0) {
    const found = violation('not_with', 'is also in accept', { other: 'accept' });
    throw new AppError(faultAt(`decline[${both}]`, found));
  }
  await withReceipt(context, id, async (inside, deliveryId, delivery) => {
    const statuses = await statusesOf(inside, deliveryId);
    requireUndecided(accept, 'accepted', 'accept', statuses);
    requireUndecided(decline, 'declined', 'decline', statuses);
    const settled = await settleOpen(inside, deliveryId, delivery, { accept, decline });
    const open = statuses.values().filter((status) => status === 'open');
    const isLast = settled > 0 && settled === open.toArray().length;
    if (isLast && delivery.status === 'in_transit') {
      await moveDelivery(inside, String(deliveryId), 'completed');
    }
  });
}

/** Returns the statuses of the disputes of a delivery by their ids. */
async function statusesOf(context: Context, deliveryId: bigint): Promise<Map<bigint, Status>> {
  const disputes = await context.db.receiptDispute.findMany({
    where: { accountId: accountOf(context), deliveryId },
    select: { id: true, status: true },
  });
  return new Map(disputes.map(({ id, status }) => [id, status as Status]));
}

/** Requires that disputes are open, or have the same decision. */
function requireUndecided(
  ids: readonly bigint[],
  decision: Status,
  field: string,
  statuses: ReadonlyMap<bigint, Status>,
): void {
  for (const [index, id] of ids.entries()) {
    const status = statuses.get(id);
    const place = `${field}[${index}]`;
    if (status === undefined) throw notFound('dispute', place, 'the receipt of this delivery');
    if (status !== 'open' && status !== decision) {
      throw fault('dispute_settled', `This dispute was already ${status}`, place, { status });
    }
  }
}

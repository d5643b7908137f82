import { actorName } from '../../core/audit/by-whom.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context, requireScope } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type DisputedGoods, disputesInWords } from './disputes-in-words.ts';
import { returnDateOf } from './received-at.ts';
import { returnShortfalls } from './return-shortfalls.ts';
import { type DeliveredLine, restOf, shortfallsOf } from './shortfalls.ts';
import type { Received } from './with-receipt.ts';

/** The disputes to decide: all open ones, or these. */
type Chosen = 'all' | readonly bigint[];

interface Decision {
  accept: Chosen;
  decline: Chosen;
}

/**
 * Decides open disputes of a locked delivery: creates returns for accepted ones, and writes an audit entry.
 * Returns how many were open.
 *
 * @throws AppError `insufficient_scope` for accepted disputes without `returns:write`, or `validation_error`
 * for a lot that the delivery no longer has
 */
export async function settleOpen(
  context: Context,
  deliveryId: bigint,
  delivery: Received,
  { accept, decline }: Decision,
): Promise<number> {
  const accepted = await settle(context, deliveryId, 'accepted', accept);
  const declined = await settle(context, deliveryId, 'declined', decline);
  const { items, receivedAt } = delivery;
  const shortfalls = shortfallsOf(presentIn(items, accepted), items);
  if (shortfalls.length > 0) requireScope(context, 'returns:write');
  await returnShortfalls(context, deliveryId, shortfalls, returnDateOf(context, receivedAt, delivery));
  const settled = accepted.length + declined.length;
  if (settled > 0) {
    await leaveEntry(context, {
      action: 'receipt.settled',
      details: {
        delivery: String(deliveryId),
        accepted: await disputesInWords(context, deliveryId, accepted),
        declined: await disputesInWords(context, deliveryId, declined),
      },
    });
  }
  return settled;
}

async function settle(
  context: Context,
  deliveryId: bigint,
  status: 'accepted' | 'declined',
  chosen: Chosen,
): Promise<DisputedGoods[]> {
  if (chosen.length === 0) return [];
  const among = chosen === 'all' ? Prisma.empty : Prisma.sql`AND id = ANY(${chosen}::bigint[])`;
  return context.db.$queryRaw`
    UPDATE receipt_disputes SET status = ${status}, settled_at = now(), settled_by = ${actorName(context)}
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} ${among} AND status = 'open'
    RETURNING product_id AS "productId", lot, delivered, received, reason`;
}

/**
 * Converts disputes into statements about the current lots, which can have changed since.
 *
 * @throws AppError `validation_error` on deliveryId for a lot that the delivery no longer has
 */
export function presentIn(items: readonly DeliveredLine[], disputes: readonly DisputedGoods[]) {
  return disputes.map(({ delivered, ...dispute }) => {
    const { productId, lot, received } = dispute;
    const isRest = lot === null && delivered !== null;
    const line = items.find((item) => item.productId === productId)!;
    const goods = lot !== null ? line.lots.find((each) => each.lot === lot) : isRest ? restOf(line) : line;
    if (goods) return { ...dispute, isRest, received: Math.min(received, goods.quantity) };
    const wording = `has a dispute about lot ${lot}, which the delivery no longer has. Enter the lot again, or decline the dispute`;
    throw errorAt('deliveryId', 'disputed_lot_gone', wording);
  });
}

import type { Context } from './schema/core/context.ts';
import { confirmReceipt } from './schema/trade/receipt/confirm-receipt.ts';
import { acknowledgeNotice } from './schema/trace/withdrawal/acknowledge-notice.ts';
import { createWithdrawal } from './schema/trace/withdrawal/create-withdrawal.ts';
import { noticeIdOf } from './schema/trace/withdrawal/notice-id.ts';
import { readNotices } from './schema/trace/withdrawal/read-notices.ts';

/** Products that keep this long have lots. */
const MIN_SHELF_LIFE_DAYS = 20;

/**
 * Gives the history lots, one a week for each product, an open withdrawal to try, and a receipt with a
 * shortfall.
 */
export async function writeLots(context: Context, accountId: bigint): Promise<void> {
  const { db } = context;
  await db.$executeRaw`
    INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, quantity, created_at)
    SELECT ${accountId}, delivery.id, product.id,
           left(product.reference, 2) || to_char(delivery.created_at, 'IYIW'),
           date_trunc('week', delivery.created_at)::date + product.shelf_life_days, item.quantity,
           delivery.created_at
    FROM products product
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.product_id = product.id
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = item.delivery_id
    WHERE product.account_id = ${accountId} AND product.shelf_life_days >= ${MIN_SHELF_LIFE_DAYS}
      AND delivery.in_transit_at IS NOT NULL`;
  // Some returns name their lot, as in practice.
  await db.$executeRaw`
    WITH named AS (
      UPDATE returns SET lot = lot.lot FROM delivery_item_lots lot
      WHERE returns.account_id = ${accountId} AND returns.id % 3 > 0 AND lot.account_id = ${accountId}
        AND lot.delivery_id = returns.delivery_id AND lot.product_id = returns.product_id
      RETURNING lot.id, returns.quantity
    )
    UPDATE delivery_item_lots lot SET returned_quantity = named.quantity
    FROM named WHERE lot.account_id = ${accountId} AND lot.id = named.id`;
  await withdrawLot(context, accountId);
  await receiveShortfall(context, accountId);
}

/** Withdraws the lot of cheese that reached the most branches; the first branch has acknowledged it. */
async function withdrawLot(context: Context, accountId: bigint): Promise<void> {
  const [furthest] = await context.db.$queryRaw<{ productId: bigint; lot: string }[]>`
    SELECT lot.product_id AS "productId", lot.lot
    FROM delivery_item_lots lot
    JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
      AND product.reference = 'CH-300'
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = lot.delivery_id
    WHERE lot.account_id = ${accountId} GROUP BY 1, 2
    ORDER BY count(DISTINCT delivery.branch_id) DESC, lot.lot DESC LIMIT 1`;
  if (!furthest) return;
  const id = await createWithdrawal(context, {
    kind: 'withdrawal',
    productId: String(furthest.productId),
    lots: [furthest.lot],
    reason: 'The label does not name mustard as an ingredient.',
    instruction: 'Take it from the shelves and hold it for collection.',
  });
  const [notices] = await readNotices(context, [id]);
  const [notice] = notices!;
  if (!notice) return;
  await acknowledgeNotice(context, noticeIdOf(notice), {
    acknowledgedBy: 'Mary Byrne',
    toldWay: 'phone',
    found: Math.min(4, notice.quantity),
    held: Math.min(4, notice.quantity),
  });
}

/** Confirms the receipt of a delivery of yesterday, with less than was sent. */
async function receiveShortfall(context: Context, accountId: bigint): Promise<void> {
  const line = await context.db.deliveryItem.findFirst({
    where: { accountId, delivery: { status: 'in_transit' }, quantity: { gt: 2 } },
    orderBy: [{ deliveryId: 'asc' }, { position: 'asc' }],
  });
  if (!line) return;
  await confirmReceipt(context, String(line.deliveryId), {
    receivedBy: 'Mary Byrne',
    lines: [{ productId: String(line.productId), received: line.quantity - 2, reason: 'missing' }],
    temperatures: [{ zone: 'chilled', celsius: 4.5 }],
  });
}

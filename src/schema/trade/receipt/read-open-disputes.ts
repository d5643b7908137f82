import { accountOf, type Context } from '../../core/context.ts';

/** The maximum number of open disputes per receipt in lists; the receipt has all. */
export const MAX_OPEN_SHOWN = 10;

/** An open dispute, with its product. */
export interface OpenDispute {
  id: bigint;
  productName: string;
  lot: string | null;
  delivered: number;
  received: number;
  reason: string;
  question: string | null;
  answer: string | null;
}

/** Reads the first open disputes of each delivery with one statement. */
export async function readOpenDisputes(
  context: Context,
  deliveryIds: readonly bigint[],
): Promise<OpenDispute[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(OpenDispute & { deliveryId: bigint })[]>`
    SELECT receipt.delivery_id AS "deliveryId", open.*
    FROM unnest(${[...deliveryIds]}::bigint[]) AS receipt (delivery_id)
    CROSS JOIN LATERAL (
      SELECT dispute.id, item.name AS "productName", lot, coalesce(delivered, item.quantity) AS delivered, received,
             reason, question, answer
      FROM receipt_disputes dispute
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = dispute.delivery_id
        AND item.product_id = dispute.product_id
      WHERE dispute.account_id = ${accountId} AND dispute.delivery_id = receipt.delivery_id AND status = 'open'
      ORDER BY dispute.id LIMIT ${MAX_OPEN_SHOWN}
    ) AS open ORDER BY receipt.delivery_id, open.id`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return deliveryIds.map((id) => byDelivery.get(id) ?? []);
}

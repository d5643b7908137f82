import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { ReceiptInput, SOURCE } from './fields.ts';

interface Written {
  at: Date;
  by: (typeof SOURCE.values)[number];
  /** Whether to keep earlier disputes of the branch. */
  keepsDisputes?: boolean;
}

/**
 * Writes the receipt of a locked delivery. Replaces an earlier one with its disputes and photos, unless
 * `keepsDisputes`.
 *
 * @throws AppError `not_found` for photos that were not uploaded for the delivery
 */
export async function writeReceipt(
  context: Context,
  deliveryId: bigint,
  { receivedBy, signature, temperatures, photos }: ReceiptInput,
  { at, by, keepsDisputes = false }: Written,
): Promise<void> {
  const accountId = accountOf(context);
  if (!keepsDisputes) {
    await context.db.$executeRaw`
      DELETE FROM receipts WHERE account_id = ${accountId} AND delivery_id = ${deliveryId}`;
  }
  await context.db.$executeRaw`
    INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by, recorder_name, signature,
                          temperatures)
    VALUES (${accountId}, ${deliveryId}, ${at}, ${receivedBy}, ${by}, ${actorName(context)}, ${signature ?? null},
            ${JSON.stringify(temperatures ?? [])}::jsonb)
    ON CONFLICT (account_id, delivery_id) DO UPDATE SET
      received_at = excluded.received_at, received_by = excluded.received_by, recorded_by = excluded.recorded_by,
      recorder_name = excluded.recorder_name, signature = coalesce(excluded.signature, receipts.signature),
      temperatures = coalesce(nullif(excluded.temperatures, '[]'), receipts.temperatures),
      -- What a branch confirmed is replaced, so nobody has to accept it any more.
      state = CASE receipts.state WHEN 'confirmed' THEN 'settled' ELSE receipts.state END,
      checked_at = NULL, checked_by = NULL`;
  await attach(context, deliveryId, photos ?? []);
}

async function attach(context: Context, deliveryId: bigint, photos: readonly bigint[]): Promise<void> {
  if (photos.length === 0) return;
  const attached = await context.db.$queryRaw<{ id: bigint }[]>`
    UPDATE receipt_photos SET receipt_id = delivery_id
    WHERE account_id = ${accountOf(context)} AND delivery_id = ${deliveryId} AND id = ANY(${photos}::bigint[])
    RETURNING id`;
  const attachedIds = new Set(attached.map(({ id }) => id));
  const missing = photos.findIndex((id) => !attachedIds.has(id));
  if (missing >= 0) throw notFound('photo', `photos[${missing}]`, 'this delivery');
}

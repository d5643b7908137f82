import { actorName } from '../../core/audit/by-whom.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';

/**
 * Marks confirmed receipts as settled by the caller. Their deliveries must be locked, and are then completed
 * if in transit. Receipts of drivers get an audit entry; for others, that of the delivery is enough.
 */
export async function settleConfirmed(context: Context, deliveryIds: readonly bigint[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const settled = await context.db.$queryRaw<{ deliveryId: bigint; recordedBy: string }[]>`
    UPDATE receipts SET state = 'settled', checked_at = now(), checked_by = ${actorName(context)}
    WHERE account_id = ${accountOf(context)} AND delivery_id = ANY(${[...deliveryIds]}::bigint[])
      AND state = 'confirmed'
    RETURNING delivery_id AS "deliveryId", recorded_by AS "recordedBy"`;
  for (const { deliveryId, recordedBy } of settled) {
    if (recordedBy === 'link') continue;
    await leaveEntry(context, { action: 'receipt.checked', details: { delivery: String(deliveryId) } });
  }
}

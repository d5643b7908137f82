import { accountOf, type Context } from '../context.ts';
import { fault, notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { AcknowledgeNotice } from './fields.ts';

/**
 * Records that a branch knows of a withdrawal, and what it found, and returns the notice's id. Can be repeated; what is
 * left out stays.
 *
 * @throws AppError `validation_error`, `not_found`, or `invalid_transition` when the withdrawal is closed
 */
export async function acknowledgeNotice(context: Context, id: string, input: unknown): Promise<bigint> {
  const { sentBy, acknowledgedBy, quantityFound, quantityDestroyed, quantityHeld } = valid(
    AcknowledgeNotice,
    input,
  );
  const accountId = accountOf(context);
  const record = recordIdOf(id);
  const [changed] = await context.db.$queryRaw<{ id: bigint }[]>`
    WITH open AS MATERIALIZED (
      SELECT withdrawal.id FROM withdrawals withdrawal
      WHERE account_id = ${accountId} AND closed_at IS NULL AND id = (
        SELECT withdrawal_id FROM withdrawal_notices WHERE account_id = ${accountId} AND id = ${record})
      FOR NO KEY UPDATE
    )
    UPDATE withdrawal_notices notice
    SET sent_at = coalesce(sent_at, CASE WHEN ${sentBy ?? null}::text IS NOT NULL THEN now() END),
        sent_by = coalesce(${sentBy ?? null}::text, sent_by),
        acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = ${acknowledgedBy},
        quantity_found = coalesce(${quantityFound ?? null}::int, quantity_found),
        quantity_destroyed = coalesce(${quantityDestroyed ?? null}::int, quantity_destroyed),
        quantity_held = coalesce(${quantityHeld ?? null}::int, quantity_held)
    FROM open
    WHERE notice.account_id = ${accountId} AND notice.id = ${record} AND notice.withdrawal_id = open.id
    RETURNING notice.id`;
  if (changed) return changed.id;
  const known = await context.db.withdrawalNotice.findFirst({
    where: { accountId, id: record },
    select: { id: true },
  });
  if (!known) throw notFound('notice');
  throw fault('invalid_transition', 'This withdrawal is closed', 'id');
}

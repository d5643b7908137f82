import { inTransaction } from '../../../database/connect.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { dateOf } from './days.ts';
import { lockOrder } from './lock-order.ts';
import { readClock } from './read-orders.ts';

/**
 * Ends a standing order for good: planned deliveries are not created any more, created ones stay. Does
 * nothing if it has already been ended.
 *
 * @throws AppError `not_found`
 */
export async function endStandingOrder(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    const { isEnded } = await lockOrder(tx, accountId, record);
    if (isEnded) return record;
    const { today } = await readClock(tx, accountId);
    await tx.$executeRaw`
      UPDATE standing_orders SET ended_at = now(), holds_reference = false, check_at = NULL, revision = revision + 1
      WHERE account_id = ${accountId} AND id = ${record}`;
    await tx.$executeRaw`
      DELETE FROM occurrences
      WHERE account_id = ${accountId} AND standing_order_id = ${record}
        AND (status = 'planned' OR status = 'skipped' AND reason IS NULL AND date > ${dateOf(today)}::date)`;
    return record;
  });
}

import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { holdSubscription } from './hold-subscription.ts';

/**
 * Activates a subscription again and resets its failure count to 0. Missed messages are not sent; they can be
 * recovered.
 *
 * @throws AppError `not_found`, `insufficient_scope`
 */
export async function enableSubscription(context: Context, id: string): Promise<bigint> {
  return inTransaction(context.db, async (tx) => {
    const held = await holdSubscription(tx, context, id);
    await tx.webhookSubscription.updateMany({
      where: { accountId: accountOf(context), id: held.id },
      data: { status: 'active', consecutiveFailures: 0, deactivatedAt: null, deactivationReason: null },
    });
    return held.id;
  });
}

import type { Context } from '../context.ts';
import { wakeAccount } from './account-jobs.ts';
import { holdSubscription } from './hold-subscription.ts';

/**
 * Activates a subscription again and resets its failure count to 0, which ends a pause. Missed messages are not sent; they can be
 * recovered.
 *
 * @throws AppError `not_found`, `insufficient_scope`
 */
export async function enableSubscription(context: Context, id: string): Promise<bigint> {
  return holdSubscription(context, id, async (tx, held) => {
    await tx.webhookSubscription.updateMany({
      where: { accountId: held.accountId, id: held.id },
      data: {
        status: 'active',
        consecutiveFailures: 0,
        pausedUntil: null,
        retriesWait: false,
        deactivatedAt: null,
        deactivationReason: null,
      },
    });
    await wakeAccount(tx, held.accountId);
    return held.id;
  });
}

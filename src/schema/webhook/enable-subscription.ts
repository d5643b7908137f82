import type { Context } from '../context.ts';
import { holdSubscription } from './hold-subscription.ts';
import { addWebhookJob } from './webhook-jobs.ts';

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
        deactivatedAt: null,
        deactivationError: null,
      },
    });
    await addWebhookJob(tx, 'sendWebhook', held);
    return held.id;
  });
}

import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { RESTORED } from './deactivation.ts';
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

/**
 * Activates all subscriptions of the account that were deactivated because a backup was restored, and returns how many.
 * Their number is bounded by the plan.
 *
 * @throws AppError `insufficient_scope`
 */
export function enableRestored(context: Context): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const restored = await tx.webhookSubscription.findMany({
      where: { accountId: accountOf(context), status: 'deactivated', deactivationError: RESTORED },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    for (const { id } of restored) await enableSubscription({ ...context, db: tx }, String(id));
    return restored.length;
  });
}

import type { Context } from '../../core/context.ts';
import { holdSubscription } from './hold-subscription.ts';
import { MISSED_BEFORE_MS } from './count-missed.ts';
import { recoverSince } from './recover-messages.ts';
import { addWebhookJob } from './webhook-jobs.ts';

/** The result of enabling a subscription. */
export interface EnabledSubscription {
  id: bigint;
  /** The number of missed messages that are sent; null if recovery was not requested. */
  recovered: number | null;
}

/**
 * Activates a subscription again and resets its failure count to 0, which ends a pause. Missed messages are
 * sent only if requested.
 *
 * @param recover whether to send messages missed since a day before the deactivation
 * @throws AppError `not_found`, `insufficient_scope`
 */
export async function enableSubscription(
  context: Context,
  id: string,
  recover = false,
): Promise<EnabledSubscription> {
  const enabled = await holdSubscription(context, id, async (tx, held) => {
    const { deactivatedAt } = held;
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
    const since = deactivatedAt && new Date(deactivatedAt.getTime() - MISSED_BEFORE_MS);
    const recovered = recover ? (since ? await recoverSince(tx, held, since) : 0) : null;
    await addWebhookJob(tx, 'sendWebhook', held);
    return { id: held.id, recovered };
  });
  if (enabled.recovered) context.announce(false);
  return enabled;
}

import type { Tx } from '../../../database/connect.ts';
import { ACCOUNT_DELETED } from './deactivation.ts';
import { addWebhookJob, type SubscriptionRef } from './webhook-jobs.ts';

/** Deactivates the webhooks of a deleted account. Jobs cancel their waiting messages, in batches. */
export async function silenceWebhooks(tx: Tx, accountId: bigint): Promise<void> {
  const silenced = await tx.$queryRaw<SubscriptionRef[]>`
    UPDATE webhook_subscriptions
    SET status = 'deactivated', deactivated_at = now(), deactivation_error = ${ACCOUNT_DELETED}, paused_until = NULL,
        version = version + 1
    WHERE account_id = ${accountId} AND status = 'active' RETURNING account_id AS "accountId", id`;
  const inOrder = silenced.toSorted((one, other) => Number(one.id - other.id));
  for (const subscription of inOrder) await addWebhookJob(tx, 'tidyWebhook', subscription);
}

/**
 * Enables the webhooks of a restored account that {@link silenceWebhooks} deactivated, and returns their ids.
 */
export async function enableSilenced(tx: Tx, accountId: bigint): Promise<bigint[]> {
  const enabled = await tx.$queryRaw<{ id: bigint }[]>`
    UPDATE webhook_subscriptions
    SET status = 'active', consecutive_failures = 0, deactivated_at = NULL, deactivation_error = NULL
    WHERE account_id = ${accountId} AND status = 'deactivated' AND deactivation_error = ${ACCOUNT_DELETED}
    RETURNING id`;
  return enabled.map(({ id }) => id);
}

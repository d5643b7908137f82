import { z } from 'zod';
import type { Tx } from '../../../database/connect.ts';
import type { Context } from '../../core/context.ts';
import { instant } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { holdActiveSubscription } from './hold-subscription.ts';
import { tidyBatch } from './tidy-subscription.ts';
import { addWebhookJob, type SubscriptionRef } from './webhook-jobs.ts';

const NEWEST = 9_007_199_254_740_991n;
/** How long the caller waits for batches; a job recovers the rest. */
const SYNCHRONOUS_MS = 500;

/** The start time (default: all that is stored). */
const RecoverInput = z.strictObject({
  since: instant.transform((time) => new Date(time)).nullish(),
});

/**
 * Sends the messages that a subscription missed since a time: failed or cancelled ones, and those of events
 * during deactivation. Returns the number found within half a second; a job recovers the rest.
 *
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error`
 */
export async function recoverMessages(
  context: Context,
  subscription: string,
  input: unknown,
): Promise<number> {
  const { since } = valid(RecoverInput, input);
  const count = await holdActiveSubscription(context, subscription, (tx, held) =>
    recoverSince(tx, held, since ?? new Date(0)),
  );
  context.announce(false);
  return count;
}

/** Sends the messages that a locked, active subscription missed, like {@link recoverMessages}. */
export async function recoverSince(tx: Tx, held: SubscriptionRef, since: Date): Promise<number> {
  const { accountId, id } = held;
  await tx.$executeRaw`
    UPDATE webhook_subscriptions SET recover_message_before = ${NEWEST}, recover_event_before = ${NEWEST},
      recover_since = least(recover_since, ${since})
    WHERE account_id = ${accountId} AND id = ${id}`;
  let sum = 0;
  for (const until = performance.now() + SYNCHRONOUS_MS; performance.now() < until;) {
    const { count, isMore } = await tidyBatch(tx.$queryRawUnsafe.bind(tx), held);
    sum += count;
    if (!isMore) return sum;
  }
  await addWebhookJob(tx, 'tidyWebhook', held);
  return sum;
}

import { z } from 'zod';
import type { Context } from '../context.ts';
import { instant } from '../rules.ts';
import { valid } from '../valid.ts';
import { recoverBatch } from './chores.ts';
import { sendToSubscription } from './hold-subscription.ts';

const NEWEST = 9_007_199_254_740_991n;
/** How long the caller waits for batches; the account's job recovers the rest. */
const SYNCHRONOUS_MS = 500;

/** The start time; defaults to everything stored. */
const RecoverInput = z.strictObject({
  since: instant.transform((time) => new Date(time)).nullish(),
});

/**
 * Sends what a subscription missed since a time: failed or cancelled messages, and events during deactivation. Returns
 * the number of messages found within half a second; the account's job recovers the rest.
 *
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error`
 */
export async function recoverMessages(
  context: Context,
  subscription: string,
  input: unknown,
): Promise<number> {
  const { since } = valid(RecoverInput, input);
  return sendToSubscription(context, subscription, async (tx, { accountId, id }) => {
    await tx.$executeRaw`
      INSERT INTO webhook_chores (account_id, subscription_id, recover_since, message_before, event_before)
      VALUES (${accountId}, ${id}, ${since ?? new Date(0)}, ${NEWEST}, ${NEWEST})
      ON CONFLICT (account_id, subscription_id) DO UPDATE SET message_before = ${NEWEST}, event_before = ${NEWEST},
        recover_since = least(webhook_chores.recover_since, excluded.recover_since)`;
    let sum = 0;
    for (const until = performance.now() + SYNCHRONOUS_MS; performance.now() < until;) {
      const { count, isDone } = await recoverBatch(tx, accountId, id);
      sum += count;
      if (isDone) break;
    }
    return sum;
  });
}

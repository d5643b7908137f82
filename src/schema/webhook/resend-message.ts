import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { wakeAccount } from './account-jobs.ts';
import { holdActive } from './hold-subscription.ts';
import { isWebhookId } from './webhook-id.ts';

/**
 * Sends a message now, whatever its status, with the same webhook-id and the full retry schedule.
 *
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error`
 */
export async function resendMessage(
  context: Context,
  subscription: string,
  webhookId: string,
): Promise<bigint> {
  return inTransaction(context.db, async (tx) => {
    const subscriptionId = await holdActive(tx, context, subscription);
    if (!isWebhookId(webhookId)) throw notFound('this message');
    const message = await tx.webhookMessage.findFirst({
      where: { accountId: accountOf(context), subscriptionId, webhookId },
      select: { id: true },
    });
    if (!message) throw notFound('this message');
    await tx.$executeRaw`
      UPDATE webhook_messages
      SET status = 'pending', failures = 0, job_number = job_number + 1, next_attempt_at = now()
      WHERE account_id = ${accountOf(context)} AND id = ${message.id}`;
    await wakeAccount(tx, accountOf(context));
    return message.id;
  });
}

import { inTransaction } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { holdActive } from './hold-subscription.ts';
import { enqueueEach } from './delivery-job.ts';
import { isWebhookId } from './webhook-id.ts';

/**
 * Sends a message now, whatever became of it, under the same webhook-id and with the whole retry
 * schedule before it. @throws AppError `not_found`, `insufficient_scope`, `validation_error`
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
    await tx.$queryRaw`
      WITH message AS (${afresh(accountOf(context), Prisma.sql`id = ${message.id}`)})
      ${enqueueEach(Prisma.sql`message`)}`;
    return message.id;
  });
}

/** Sets messages to be sent now, at the start of the retry schedule. */
export function afresh(accountId: bigint, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UPDATE webhook_messages
    SET status = 'pending', failures = 0, job_number = job_number + 1, next_attempt_at = now()
    WHERE account_id = ${accountId} AND id IN (
      SELECT id FROM webhook_messages WHERE account_id = ${accountId} AND ${condition} ORDER BY id FOR NO KEY UPDATE)
    RETURNING *`;
}

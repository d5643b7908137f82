import { accountOf, type Context } from '../context.ts';
import { inTransaction } from '../../database/connect.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { tidyBatch } from './tidy-subscription.ts';
import { addWebhookJob } from './webhook-jobs.ts';

/**
 * Deletes a subscription with its messages and their log. A job deletes messages beyond the first batch.
 *
 * @throws AppError `not_found`
 */
export async function deleteSubscription(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const accountId = accountOf(context);
  await inTransaction(context.db, async (tx) => {
    const { count } = await tx.webhookSubscription.deleteMany({ where: { accountId, id: record } });
    if (count === 0) throw notFound('webhook');
    // One batch is enough for most subscriptions.
    const { isMore } = await tidyBatch(tx.$queryRawUnsafe.bind(tx), { accountId, id: record });
    if (isMore) await addWebhookJob(tx, 'tidyWebhook', { accountId, id: record });
  });
  return record;
}

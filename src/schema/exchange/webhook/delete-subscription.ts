import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { tidyBatch } from './tidy-subscription.ts';
import { addWebhookJob } from './webhook-jobs.ts';

/**
 * Deletes a subscription with its messages and their log. Writes the audit entry itself, because only it
 * knows the URL. A job deletes messages beyond the first batch.
 *
 * @throws AppError `not_found`
 */
export async function deleteSubscription(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const accountId = accountOf(context);
  await inAuditedTransaction(
    context,
    async (inside) => {
      const { db } = inside;
      const [deleted] = await db.$queryRaw<{ url: string }[]>`
        DELETE FROM webhook_subscriptions WHERE account_id = ${accountId} AND id = ${record} RETURNING url`;
      if (!deleted) throw notFound('webhook');
      // One batch is enough for most subscriptions.
      const { isMore } = await tidyBatch(db.$queryRawUnsafe.bind(db), { accountId, id: record });
      if (isMore) await addWebhookJob(db, 'tidyWebhook', { accountId, id: record });
      // The parameters of a URL can be secret.
      return deleted.url.split(/[?#]/, 1)[0];
    },
    (webhookUrl) => ({ action: 'webhook.deleted', details: { webhook: String(record), webhookUrl } }),
  );
  return record;
}

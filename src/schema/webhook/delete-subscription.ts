import { accountOf, type Context } from '../context.ts';
import { inTransaction } from '../../database/connect.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';
import { wakeAccount } from './account-jobs.ts';
import { purgeBatch } from './chores.ts';

/**
 * Deletes a subscription with its messages and their log. The account's job deletes messages beyond the first batch.
 *
 * @throws AppError `not_found`
 */
export async function deleteSubscription(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const accountId = accountOf(context);
  await inTransaction(context.db, async (tx) => {
    const { count } = await tx.webhookSubscription.deleteMany({ where: { accountId, id: record } });
    if (count === 0) throw notFound('webhook');
    await tx.$executeRaw`
      INSERT INTO webhook_chores (account_id, subscription_id) VALUES (${accountId}, ${record})
      ON CONFLICT (account_id, subscription_id) DO UPDATE SET recover_since = NULL`;
    // One batch is enough for most subscriptions.
    await purgeBatch(tx, accountId, record);
    await wakeAccount(tx, accountId);
  });
  return record;
}

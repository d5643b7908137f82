import type { Db } from '../../database/connect.ts';
import type { DeliverMessage } from './delivery-job.ts';

/**
 * Cancels a message whose subscription was deactivated while the dispatcher was writing it: it was
 * not yet there to be cancelled with the others, and must not wait for ever.
 */
export async function cancelIfDeactivated(db: Db, job: DeliverMessage): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_messages message SET status = 'cancelled', next_attempt_at = NULL
    FROM webhook_subscriptions subscription
    WHERE message.account_id = ${BigInt(job.account)} AND message.id = ${BigInt(job.message)}
      AND message.job_number = ${job.job} AND message.status = 'pending'
      AND subscription.account_id = message.account_id AND subscription.id = message.subscription_id
      AND subscription.status = 'deactivated'`;
}

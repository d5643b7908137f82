import { inTransaction, type Tx } from '../../../database/connect.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { requireReadScopes } from '../live-event/event-rules.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { addWebhookJob } from './webhook-jobs.ts';

/** A subscription that is locked until the transaction ends. */
interface HeldSubscription {
  accountId: bigint;
  id: bigint;
  status: string;
  deactivatedAt: Date | null;
  events: string[];
  /** Earlier events of the subscription, which waiting retries and old messages may still contain. */
  pastEvents: string[];
}

type SubscriptionWork<T> = (tx: Tx, subscription: HeldSubscription) => Promise<T>;

/**
 * Runs `work` with a locked subscription, for changes of the receiver or the signature of messages. The
 * caller needs the read scope of every event that the subscription has or had; otherwise, a key could
 * redirect data that it may not read.
 *
 * @throws AppError `not_found`, `insufficient_scope`
 */
export function holdSubscription<T>(context: Context, id: string, work: SubscriptionWork<T>): Promise<T> {
  const record = recordIdOf(id);
  return inTransaction(context.db, async (tx) => {
    const [subscription] = await tx.$queryRaw<HeldSubscription[]>`
      SELECT account_id AS "accountId", id, status, deactivated_at AS "deactivatedAt", events,
             past_events AS "pastEvents"
      FROM webhook_subscriptions
      WHERE account_id = ${accountOf(context)} AND id = ${record} FOR NO KEY UPDATE`;
    if (!subscription) throw notFound('webhook');
    requireReadScopes(callerOf(context), [...subscription.events, ...subscription.pastEvents]);
    return work(tx, subscription);
  });
}

/**
 * Runs `work` with a locked, active subscription, like {@link holdSubscription}, and adds the job that sends
 * the messages that `work` stored. A deactivated subscription receives nothing until its user enables it.
 *
 * @throws AppError `not_found`, `insufficient_scope`, or `validation_error` when it is deactivated
 */
export function holdActiveSubscription<T>(
  context: Context,
  id: string,
  work: SubscriptionWork<T>,
): Promise<T> {
  return holdSubscription(context, id, async (tx, subscription) => {
    if (subscription.status !== 'active')
      throw fault('webhook_deactivated', 'This webhook is deactivated. Enable it first');
    const result = await work(tx, subscription);
    await addWebhookJob(tx, 'sendWebhook', subscription);
    return result;
  });
}

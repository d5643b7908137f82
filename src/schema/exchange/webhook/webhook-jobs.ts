import type { Pool, PoolClient } from 'pg';
import type { Tx } from '../../../database/connect.ts';
import { isLocked } from '../../../database/unreachable.ts';
import { AGAIN_MS } from './sending-limits.ts';

/**
 * SQL condition of a statement that adds jobs. The worker deletes finished jobs several at a time, in any
 * order: without the timeout, the two could wait for each other until PostgreSQL ends one of them.
 */
export const WAITS_BRIEFLY = `(SELECT set_config('lock_timeout', '${AGAIN_MS}', true)) IS NOT NULL`;

/** The tasks of a subscription. Its rows have the work to do, and the sweep adds missing jobs. */
export type WebhookTask = 'sendWebhook' | 'tidyWebhook';

/** A subscription of an account. */
export interface SubscriptionRef {
  accountId: bigint;
  id: bigint;
}

/**
 * Returns the SQL of a job of a subscription. Statements add jobs in the order of ids, so that two cannot
 * deadlock. A planned job has a key of its own, so that an immediate job does not replace it.
 *
 * @param subscription the name of a row with its account_id and id
 * @param runAt the column with the time of a planned job
 */
export function jobOf(task: string, subscription: string, runAt?: string): string {
  const { account, id } = { account: `${subscription}.account_id`, id: `${subscription}.id` };
  const payload = `json_build_object('accountId', ${account}, 'id', ${id}, 'isRetry', ${runAt !== undefined})`;
  const key = `${task} || ':' || ${id}${runAt ? ` || ':retry'` : ''}`;
  return `(${task}, ${payload}, NULL, ${runAt ?? 'NULL'}, NULL, ${key}, NULL, NULL)::graphile_worker.job_spec`;
}

const ADD = `
  SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT ${jobOf('$1::text', 'subscription')}
    FROM (SELECT $2::bigint AS account_id, $3::bigint AS id) AS subscription))`;

const PLAN = {
  name: 'plan-next-claims',
  text: `
    SELECT graphile_worker.add_jobs(
      array_agg(${jobOf(`'sendWebhook'`, 'subscription', 'next.at')} ORDER BY subscription.id))
    FROM unnest($1::bigint[], $2::bigint[]) AS subscription (account_id, id) CROSS JOIN LATERAL (
      SELECT least(
        -- Its next retry. Messages in progress have a lease, and are planned when they are settled.
        (SELECT next_attempt_at FROM webhook_messages message
         WHERE message.account_id = subscription.account_id AND subscription_id = subscription.id
           AND status = 'pending' AND (failures > 0 OR at_once) AND next_attempt_at > now() AND lease IS NULL
         ORDER BY next_attempt_at LIMIT 1),
        -- The end of its pause, until which its other messages wait.
        (SELECT paused_until FROM webhook_subscriptions
         WHERE account_id = subscription.account_id AND webhook_subscriptions.id = subscription.id
           AND status = 'active' AND paused_until > now())
      ) AS at) AS next
    WHERE next.at IS NOT NULL AND ${WAITS_BRIEFLY} HAVING count(*) > 0`,
};

/** Adds the job of a subscription, in the transaction of the change that needs it. */
export async function addWebhookJob(
  tx: Tx,
  task: WebhookTask,
  { accountId, id }: SubscriptionRef,
): Promise<void> {
  await tx.$executeRawUnsafe(ADD, task, accountId, id);
}

/** Adds the job of a subscription outside of a transaction, on a connection of pg. */
export async function addIdleWebhookJob(
  pool: Pick<Pool, 'query'>,
  task: WebhookTask,
  { accountId, id }: SubscriptionRef,
): Promise<void> {
  await pool.query(ADD, [task, accountId, id]);
}

/** Adds a job at the next time when each subscription has a message to send, if it has any. */
export async function planNext(
  client: Pick<Pool, 'query'>,
  subscriptions: readonly SubscriptionRef[],
): Promise<void> {
  const values = [subscriptions.map(({ accountId }) => accountId), subscriptions.map(({ id }) => id)];
  await client.query({ ...PLAN, values });
}

/**
 * Adds jobs in a transaction. If others have locked the jobs, it adds none, and the transaction continues.
 */
export async function tryToAddJobs(client: PoolClient, add: () => Promise<void>): Promise<void> {
  await client.query('SAVEPOINT jobs');
  try {
    await add();
    await client.query('RELEASE SAVEPOINT jobs');
    await client.query('SET LOCAL lock_timeout = 0');
  } catch (error) {
    if (!isLocked(error)) throw error;
    // This also restores the timeout.
    await client.query('ROLLBACK TO SAVEPOINT jobs');
  }
}

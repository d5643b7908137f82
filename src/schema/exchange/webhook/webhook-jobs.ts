import type { Pool, PoolClient } from 'pg';
import type { Tx } from '../../../database/connect.ts';
import { isLocked } from '../../../database/unreachable.ts';
import { AGAIN_MS } from './sending-limits.ts';

/**
 * SQL condition of a statement that adds jobs. The worker deletes finished jobs several at a time, in any
 * order: without the timeout, the two could wait for each other until PostgreSQL ends one of them.
 */
export const WAITS_BRIEFLY = `(SELECT set_config('lock_timeout', '${AGAIN_MS}', true)) IS NOT NULL`;

/**
 * The tasks of a subscription. A job only wakes: rows have the work and its time, and the sweep adds missing
 * jobs.
 */
export type WebhookTask = 'sendWebhook' | 'tidyWebhook';

/** A subscription of an account. */
export interface SubscriptionRef {
  accountId: bigint;
  id: bigint;
}

/**
 * Returns the SQL of a job of a subscription. Statements add jobs in the order of ids, so that two cannot
 * deadlock.
 *
 * @param subscription the name of a row with its account_id and id
 */
export function jobOf(task: string, subscription: string): string {
  const { account, id } = { account: `${subscription}.account_id`, id: `${subscription}.id` };
  const payload = `json_build_object('accountId', ${account}, 'id', ${id})`;
  return `(${task}, ${payload}, NULL, NULL, NULL, ${task} || ':' || ${id}, NULL, NULL)::graphile_worker.job_spec`;
}

const ADD_WEBHOOK_JOB = `
  SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT ${jobOf('$1::text', 'subscription')}
    FROM (SELECT $2::bigint AS account_id, $3::bigint AS id) AS subscription))`;

/** Adds the job of a subscription, in the transaction of the change that needs it. */
export async function addWebhookJob(
  tx: Tx,
  task: WebhookTask,
  { accountId, id }: SubscriptionRef,
): Promise<void> {
  await tx.$executeRawUnsafe(ADD_WEBHOOK_JOB, task, accountId, id);
}

/** Adds the job of a subscription outside of a transaction, on a connection of pg. */
export async function addIdleWebhookJob(
  pool: Pick<Pool, 'query'>,
  task: WebhookTask,
  { accountId, id }: SubscriptionRef,
): Promise<void> {
  await pool.query(ADD_WEBHOOK_JOB, [task, accountId, id]);
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

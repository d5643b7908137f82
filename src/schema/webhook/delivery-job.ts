import { Prisma } from '../../generated/prisma/client.ts';

/** The name of the task that sends a message. */
export const DELIVER_MESSAGE = 'deliverMessage';

/** What its jobs carry. `job` is the message's job_number: a job that was overtaken does nothing. */
export interface DeliverMessage {
  account: string;
  message: string;
  job: number;
}

/** The flag by which a worker passes over the jobs of a subscription that is busy enough. */
export function flagOf(subscriptionId: bigint | string): string {
  return `subscription:${subscriptionId}`;
}

/**
 * Enqueues a job for each row of `source`, a query over webhook_messages. Our own tables count
 * attempts; graphile-worker's are only for crashes, and so has plenty.
 */
export function enqueueFrom(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg((
        ${DELIVER_MESSAGE},
        json_build_object('account', account_id::text, 'message', id::text, 'job', job_number),
        NULL, next_attempt_at, 25, NULL, NULL, ARRAY['subscription:' || subscription_id]
      )::graphile_worker.job_spec)
      FROM ${source}))`;
}

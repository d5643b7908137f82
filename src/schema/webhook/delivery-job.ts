import { Prisma } from '../../generated/prisma/client.ts';

/** The name of the task that sends messages. */
export const DELIVER_MESSAGES = 'deliverMessages';

/** What its jobs carry, one or several. `job` is the message's job_number: a job that was overtaken does nothing. */
export interface DeliverMessage {
  account: string;
  message: string;
  job: number;
}

/** Messages of one job at most, and of one subscription in it: the rest of its lanes stay free. */
const TOGETHER = 8;
const TOGETHER_OF_ONE = 2;

/** The flag by which a worker passes over the jobs of a subscription that is busy enough. */
export function flagOf(subscriptionId: bigint | string): string {
  return `subscription:${subscriptionId}`;
}

const ENTRY = Prisma.sql`json_build_object('account', account_id::text, 'message', id::text, 'job', job_number)`;
const FLAG = Prisma.sql`'subscription:' || subscription_id`;

/** Enqueues a job for each row of `source`, a query over webhook_messages. */
export function enqueueFrom(source: Prisma.Sql): Prisma.Sql {
  return addJobs(Prisma.sql`
    SELECT json_build_array(${ENTRY}) AS payload, next_attempt_at AS run_at, ARRAY[${FLAG}] AS flags
    FROM ${source}`);
}

/**
 * Enqueues jobs for the rows of `source`, messages due at the same time with `is_failing` of their
 * subscriptions. Asking for a job costs as much as a callback, so those of healthy subscriptions go
 * together, and no lane that is full keeps such a job waiting: it postpones what finds none free.
 */
export function enqueueTogether(source: Prisma.Sql): Prisma.Sql {
  return addJobs(Prisma.sql`
    SELECT json_agg(${ENTRY}) AS payload, min(next_attempt_at) AS run_at,
           CASE WHEN count(*) = 1 THEN ARRAY[min(${FLAG})] END AS flags
    FROM (
      SELECT *, CASE WHEN goes_together
                     THEN (row_number() OVER (PARTITION BY goes_together ORDER BY id) - 1) / ${TOGETHER}
                     ELSE id END AS bunch
      FROM (
        SELECT *, NOT is_failing AND ${TOGETHER_OF_ONE} >=
                  row_number() OVER (PARTITION BY account_id, subscription_id ORDER BY id) AS goes_together
        FROM ${source}) AS message) AS message
    GROUP BY goes_together, bunch`);
}

/** Our own tables count attempts; graphile-worker's are only for crashes, and so has plenty. */
function addJobs(jobs: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg((
        ${DELIVER_MESSAGES}, payload, NULL, run_at, 25, NULL, NULL, flags
      )::graphile_worker.job_spec)
      FROM (${jobs}) AS job))`;
}

import { Prisma } from '../../generated/prisma/client.ts';

/** The name of the task that sends messages. */
export const DELIVER_MESSAGES = 'deliverMessages';

/** What its jobs carry, one or several. `job` is the message's job_number: a job that was overtaken does nothing. */
export interface DeliverMessage {
  account: string;
  message: string;
  job: number;
}

/** Messages of one job at most. */
const TOGETHER = 25;

/** Priority of the jobs that all others of their time go before. */
const LAST = Prisma.sql`1`;

/** The flag by which a worker passes over the jobs of a subscription that is busy enough. */
export function flagOf(subscriptionId: bigint | string): string {
  return `subscription:${subscriptionId}`;
}

const ENTRY = Prisma.sql`json_build_object('account', account_id::text, 'message', id::text, 'job', job_number)`;
const FLAG = Prisma.sql`'subscription:' || subscription_id`;

/** Enqueues a job for each row of `source`, a query over webhook_messages. */
export function enqueueEach(source: Prisma.Sql): Prisma.Sql {
  return enqueueAlone(source, Prisma.sql`NULL::int`);
}

/**
 * Enqueues a job after all others for each row of `source`: messages of a subscription that is busy or fails. Who
 * asks for a job passes over all of them that come before it.
 */
export function enqueueLast(source: Prisma.Sql): Prisma.Sql {
  return enqueueAlone(source, LAST);
}

/**
 * Enqueues jobs for the rows of `source`, messages that are due now with `is_failing` of their subscriptions. A job
 * costs as much as a callback, so they share one; it bears no flag, and those that find no lane are put back. Those
 * of a failing subscription are alone and last from the start.
 */
export function enqueueTogether(source: Prisma.Sql): Prisma.Sql {
  return addJobs(Prisma.sql`
    SELECT json_agg(${ENTRY}) AS payload, min(next_attempt_at) AS run_at,
           CASE WHEN bool_and(is_failing) THEN ${LAST} END AS priority,
           CASE WHEN count(*) = 1 THEN ARRAY[min(${FLAG})] END AS flags
    FROM (
      SELECT *, CASE WHEN is_failing THEN -id
                     ELSE (row_number() OVER (PARTITION BY is_failing ORDER BY id) - 1) / ${TOGETHER}::int END AS bunch
      FROM ${source}) AS message
    GROUP BY bunch`);
}

function enqueueAlone(source: Prisma.Sql, priority: Prisma.Sql): Prisma.Sql {
  return addJobs(Prisma.sql`
    SELECT json_build_array(${ENTRY}) AS payload, next_attempt_at AS run_at, ${priority} AS priority, ARRAY[${FLAG}] AS flags
    FROM ${source}`);
}

/** Our own tables count attempts; graphile-worker's are only for crashes, and so has plenty. */
function addJobs(jobs: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg((
        ${DELIVER_MESSAGES}, payload, NULL, run_at, 25, NULL, priority, flags
      )::graphile_worker.job_spec)
      FROM (${jobs}) AS job))`;
}

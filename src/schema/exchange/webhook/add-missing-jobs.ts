import type { Pool } from 'pg';
import { rowTypes } from '../../../database/direct/row-types.ts';
import { dueMessages, FREE, pauseAt, SOON } from './claim-messages.ts';
import { DISPATCH_BATCH } from './sending-limits.ts';
import { jobOf, type SubscriptionRef, WAITS_BRIEFLY } from './webhook-jobs.ts';

const SWEEP = {
  name: 'add-missing-jobs',
  text: `
    WITH RECURSIVE waiting AS (
      -- Each subscription with waiting messages, found by one probe of an index, after the last page.
      (SELECT account_id, subscription_id FROM webhook_messages
       WHERE status = 'pending' AND (account_id, subscription_id) > ($2::bigint, $3::bigint)
       ORDER BY account_id, subscription_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting CROSS JOIN LATERAL (
        SELECT account_id, subscription_id FROM webhook_messages m
        WHERE status = 'pending' AND (m.account_id, m.subscription_id) > (waiting.account_id, waiting.subscription_id)
        ORDER BY account_id, subscription_id LIMIT 1
      ) AS next
    ), page AS MATERIALIZED (
      SELECT account_id, subscription_id AS id FROM waiting WHERE ${WAITS_BRIEFLY} LIMIT ${DISPATCH_BATCH}
    ), subscription AS MATERIALIZED (
      -- Those with something to do now or soon, so that a worker waits for the moment. One whose callbacks are all in
      -- progress claims after each of them, and one that waits for a slot when it has it. Recoveries come with the
      -- first page.
      SELECT page.*, CASE WHEN s.status = 'active' THEN 'sendWebhook' ELSE 'tidyWebhook' END AS task
      FROM page LEFT JOIN LATERAL (
        SELECT *, ${pauseAt(SOON)} FROM webhook_subscriptions WHERE account_id = page.account_id AND id = page.id
      ) AS s ON true
      WHERE s.status IS DISTINCT FROM 'active' OR (${FREE} > 0 AND EXISTS (${dueMessages('1', '1', SOON)}))
      UNION ALL
      (SELECT account_id, id, 'tidyWebhook' FROM webhook_subscriptions
       WHERE recover_since IS NOT NULL AND $3 = 0 LIMIT ${DISPATCH_BATCH})
    ), added AS MATERIALIZED (
      -- In the order of ids, so that two statements that add jobs do not wait for each other in a circle.
      SELECT graphile_worker.add_jobs(array_agg(${jobOf('task', 'subscription')} ORDER BY id))
      FROM subscription HAVING count(*) > 0
    )
    -- The last subscription of a full page; null at the end. Counting executes the part that adds the jobs.
    SELECT last.* FROM (SELECT count(*) FROM added) AS done
    LEFT JOIN (
      SELECT account_id AS "accountId", id FROM page ORDER BY account_id, id OFFSET ${DISPATCH_BATCH - 1}
    ) AS last ON true`,
};

/**
 * Adds missing jobs of subscriptions with something to tidy or messages that are due soon, unless a pause or
 * callbacks in progress hold them up: retries, the messages of a killed worker, and those whose job was lost.
 */
export async function addMissingJobs(pool: Pick<Pool, 'query'>, disableAfter: number): Promise<void> {
  for (let last: SubscriptionRef = { accountId: 0n, id: 0n }; last.id !== null;) {
    const values = [disableAfter, last.accountId, last.id];
    const { rows } = await pool.query<SubscriptionRef>({ ...SWEEP, types: rowTypes, values });
    last = rows[0]!;
  }
}

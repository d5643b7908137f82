import type { Pool } from 'pg';
import { rowTypes } from '../../../database/direct/row-types.ts';
import { DISPATCH_BATCH, DISPATCHED } from './sending-limits.ts';
import { webhookIdOf } from '../../core/noun/webhook-id.ts';
import { jobOf, WAITS_BRIEFLY } from './webhook-jobs.ts';

const DISPATCH = {
  name: 'dispatch-events',
  text: `
    WITH RECURSIVE account (id) AS (
      -- The accounts with waiting events, each found by one probe of the index of waiting events.
      SELECT (SELECT min(account_id) FROM events WHERE recipients IS NOT NULL AND account_id > $1)
      UNION ALL
      SELECT (SELECT min(account_id) FROM events WHERE recipients IS NOT NULL AND account_id > account.id)
      FROM account WHERE id IS NOT NULL
    ), page AS MATERIALIZED (
      -- Some of them: the next statement begins after the last one.
      SELECT id FROM account WHERE id IS NOT NULL AND ${WAITS_BRIEFLY} LIMIT ${DISPATCHED}
    ), waiting AS MATERIALIZED (
      -- Their oldest events, without those that another dispatcher has locked. One more than are taken says whether
      -- any are left.
      SELECT event.* FROM page CROSS JOIN LATERAL (
        SELECT account_id, id, created_at, recipients FROM events
        WHERE account_id = page.id AND recipients IS NOT NULL
        ORDER BY id LIMIT ${DISPATCHED + 1} FOR UPDATE SKIP LOCKED
      ) AS event
    ), counted AS (
      -- How many messages the events before need, in each account.
      SELECT *, (sum(cardinality(recipients)) OVER (PARTITION BY account_id ORDER BY id)
                 - cardinality(recipients))::int AS before
      FROM waiting
    ), event AS MATERIALIZED (
      -- The recipients that there is room for, those of every account in turn; an event keeps the rest.
      SELECT *, recipients[:${DISPATCHED} - before] AS taken,
             nullif(recipients[${DISPATCHED} + 1 - before:], '{}') AS rest
      FROM counted WHERE before < ${DISPATCHED} ORDER BY before, account_id LIMIT ${DISPATCH_BATCH}
    ), dispatched AS (
      UPDATE events SET recipients = rest
      FROM event WHERE events.account_id = event.account_id AND events.id = event.id
    ), created AS (
      -- A recipient that was deactivated since the event keeps the message for recovery. One that is being deleted may
      -- still get a message, which the sweep finds.
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, webhook_id, status, next_attempt_at)
      SELECT event.account_id, s.id, event.id, ${webhookIdOf('s.id', 'event')},
             CASE status WHEN 'active' THEN 'pending' ELSE 'cancelled' END,
             CASE status WHEN 'active' THEN now() END
      FROM event CROSS JOIN unnest(taken) AS recipient (id) CROSS JOIN LATERAL (
        SELECT id, status FROM webhook_subscriptions
        WHERE account_id = event.account_id AND id = recipient.id LIMIT 1
      ) AS s
      ORDER BY event.id, s.id
      ON CONFLICT (account_id, event_id, subscription_id) DO NOTHING
      RETURNING account_id, subscription_id AS id, status
    ), added AS MATERIALIZED (
      -- In the order of ids, so that two statements that add jobs do not wait for each other in a circle.
      SELECT graphile_worker.add_jobs(array_agg(${jobOf(`'sendWebhook'`, 'subscription')} ORDER BY id))
      FROM (SELECT DISTINCT account_id, id FROM created WHERE status = 'pending') AS subscription
      HAVING count(*) > 0
    )
    SELECT (SELECT count(*) FROM added) AS jobs,
           (SELECT count(*) FROM waiting) > count(*) OR coalesce(bool_or(rest IS NOT NULL), false) AS "areLeft",
           CASE (SELECT count(*) FROM page) WHEN ${DISPATCHED} THEN (SELECT max(id) FROM page) ELSE 0 END AS last
    FROM event`,
};

export interface Dispatched {
  /** Whether more events of these accounts are waiting. */
  areLeft: boolean;
  /** The account after which the next statement begins; 0 if there are no others. */
  last: bigint;
}

/**
 * Turns waiting events into one message per recipient, each exactly once even with concurrent callers, and
 * adds the jobs of their subscriptions: up to 100 messages for each of 100 accounts with a higher id than
 * `after`. A recipient that was deactivated since the event keeps the message for recovery.
 */
export async function dispatchEvents(pool: Pick<Pool, 'query'>, after: bigint): Promise<Dispatched> {
  const { rows } = await pool.query<Dispatched>({ ...DISPATCH, types: rowTypes, values: [after] });
  return rows[0]!;
}

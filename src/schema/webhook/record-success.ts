import type { Pool } from 'pg';
import type { DeliverMessage } from './delivery-job.ts';
import type { Attempt } from './record-attempt.ts';

/** An attempt that succeeded, and the job it was. */
export interface Success {
  job: DeliverMessage;
  attempt: Attempt;
}

// Subscriptions are locked before messages, and both in the order of their ids, as everywhere. Each
// message is found by its key, whatever the planner thinks of the table's size: that may be hours old.
const RECORD = {
  name: 'record-successes',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT DISTINCT ON (id) *
      FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::timestamptz[], $5::int[], $6::smallint[], $7::text[])
        AS asked (account_id, id, job, attempted_at, duration_ms, status_code, response_excerpt)
      ORDER BY id
    ), failing AS (
      SELECT subscription.account_id, subscription.id
      FROM (
        SELECT DISTINCT message.account_id, subscription_id FROM asked CROSS JOIN LATERAL (
          SELECT account_id, subscription_id FROM webhook_messages message
          WHERE message.account_id = asked.account_id AND message.id = asked.id
            AND job_number = job AND status IN ('pending', 'cancelled') LIMIT 1) AS message
      ) AS wanted
      JOIN webhook_subscriptions subscription
        ON subscription.account_id = wanted.account_id AND subscription.id = wanted.subscription_id
      WHERE status = 'active' AND consecutive_failures > 0
      ORDER BY subscription.id FOR NO KEY UPDATE OF subscription
    ), subscription AS (
      UPDATE webhook_subscriptions subscription SET consecutive_failures = 0 FROM failing
      WHERE subscription.account_id = failing.account_id AND subscription.id = failing.id
      RETURNING subscription.id
    ), current AS (
      SELECT message.account_id, message.id FROM asked CROSS JOIN LATERAL (
        SELECT account_id, id FROM webhook_messages message
        WHERE message.account_id = asked.account_id AND message.id = asked.id
          AND job_number = job AND status IN ('pending', 'cancelled')
          AND (SELECT count(*) FROM subscription) >= 0
        LIMIT 1 FOR NO KEY UPDATE) AS message
    ), message AS (
      UPDATE webhook_messages message SET status = 'succeeded', next_attempt_at = NULL
      WHERE account_id = ANY(ARRAY(SELECT account_id FROM current)) AND id = ANY(ARRAY(SELECT id FROM current))
      RETURNING message.account_id, message.id
    )
    INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms, status_code, response_excerpt)
    SELECT account_id, id, attempted_at, duration_ms, status_code, response_excerpt
    FROM asked JOIN message USING (account_id, id)`,
};

/** Writes successes down by one statement: the messages, their log, the counts of failures. */
export async function recordSuccesses(pool: Pool, successes: readonly Success[]): Promise<undefined[]> {
  const values = [
    successes.map(({ job }) => job.account),
    successes.map(({ job }) => job.message),
    successes.map(({ job }) => job.job),
    successes.map(({ attempt }) => attempt.attemptedAt),
    successes.map(({ attempt }) => attempt.durationMs),
    successes.map(({ attempt }) => attempt.statusCode),
    successes.map(({ attempt }) => attempt.responseExcerpt),
  ];
  await pool.query({ ...RECORD, values });
  return successes.map(() => undefined);
}

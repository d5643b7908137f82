import type { Pool } from 'pg';
import type { DeliverMessage } from './delivery-job.ts';
import type { Attempt } from './record-attempt.ts';

/** An attempt that succeeded, and the job it was. */
export interface Success {
  job: DeliverMessage;
  attempt: Attempt;
}

// Subscriptions are locked before messages, and both in the order of their ids, as everywhere.
const RECORD = {
  name: 'record-successes',
  text: `
    WITH asked AS (
      SELECT DISTINCT ON (account_id, id) *
      FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::timestamptz[], $5::int[], $6::smallint[], $7::text[])
        AS asked (account_id, id, job, attempted_at, duration_ms, status_code, response_excerpt)
    ), failing AS (
      SELECT account_id, id FROM webhook_subscriptions
      WHERE status = 'active' AND consecutive_failures > 0 AND (account_id, id) IN (
        SELECT message.account_id, subscription_id FROM webhook_messages message JOIN asked USING (account_id, id)
        WHERE job_number = job AND status IN ('pending', 'cancelled'))
      ORDER BY id FOR NO KEY UPDATE
    ), subscription AS (
      UPDATE webhook_subscriptions subscription SET consecutive_failures = 0 FROM failing
      WHERE subscription.account_id = failing.account_id AND subscription.id = failing.id
      RETURNING subscription.id
    ), current AS (
      SELECT message.account_id, message.id FROM webhook_messages message JOIN asked USING (account_id, id)
      WHERE job_number = job AND status IN ('pending', 'cancelled') AND (SELECT count(*) FROM subscription) >= 0
      ORDER BY message.id FOR NO KEY UPDATE OF message
    ), message AS (
      UPDATE webhook_messages message SET status = 'succeeded', next_attempt_at = NULL FROM current
      WHERE message.account_id = current.account_id AND message.id = current.id
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

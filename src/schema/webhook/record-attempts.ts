import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import type { OutgoingMessage } from './take-due.ts';

export interface RetryPolicy {
  /** Seconds before each retry. */
  retryDelays: readonly number[];
  /** Consecutive failures after which a subscription is deactivated. */
  disableAfter: number;
}

export interface Result {
  message: Pick<OutgoingMessage, 'id' | 'number' | 'subscriptionId'>;
  attempt: Attempt;
}

/** How many waiting messages are cancelled along with a deactivation; a chore cancels the rest. */
const CANCELLED = 1_000;

// Subscriptions are locked before messages, and both in the order of their ids, as everywhere.
const RECORD = {
  name: 'record-attempts',
  text: `
    WITH result AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset($2) AS (
        id bigint, number int, "subscriptionId" bigint, "attemptedAt" timestamptz, "durationMs" int, "statusCode" smallint,
        error text, "responseExcerpt" text)) WITH ORDINALITY
        AS result (id, number, recipient, attempted_at, duration_ms, status_code, error, response_excerpt, position)
      ORDER BY id
    ), subscription AS MATERIALIZED (
      SELECT id, status = 'active' AS was_active, consecutive_failures FROM webhook_subscriptions
      WHERE account_id = $1 AND id = ANY(ARRAY(SELECT recipient FROM result)) ORDER BY id FOR NO KEY UPDATE
    ), message AS MATERIALIZED (
      SELECT result.*, found.* FROM result CROSS JOIN LATERAL (
        SELECT subscription_id, status, failures FROM webhook_messages message
        WHERE account_id = $1 AND message.id = result.id AND job_number = result.number AND status IN ('pending', 'cancelled')
          AND (SELECT count(*) FROM subscription) >= 0
        LIMIT 1 FOR NO KEY UPDATE) AS found
    ), since_success AS (
      SELECT *, count(*) FILTER (WHERE error IS NULL) OVER (PARTITION BY subscription_id ORDER BY position) AS successes FROM message
    ), counted AS (
      SELECT since_success.id, subscription_id, position, error, was_active, consecutive_failures,
             CASE successes WHEN 0 THEN consecutive_failures ELSE 0 END + count(error) OVER (
               PARTITION BY subscription_id, successes ORDER BY position) AS consecutive
      FROM since_success JOIN subscription ON subscription.id = subscription_id
    ), last AS (
      -- Attempts after the deactivating failure do not count.
      SELECT DISTINCT ON (subscription_id) *, consecutive >= $4 AND error IS NOT NULL AND was_active AS deactivates FROM counted
      ORDER BY subscription_id, CASE WHEN consecutive >= $4 AND error IS NOT NULL THEN position END, position DESC
    ), changed AS (
      UPDATE webhook_subscriptions SET consecutive_failures = consecutive,
        status = CASE WHEN deactivates THEN 'deactivated' ELSE status END,
        deactivated_at = CASE WHEN deactivates THEN now() END,
        deactivation_reason = CASE WHEN deactivates THEN $4 || ' consecutive callbacks failed, the last one by ' || error END
      FROM last
      WHERE account_id = $1 AND webhook_subscriptions.id = ANY(ARRAY(SELECT subscription_id FROM last))
        AND webhook_subscriptions.id = subscription_id AND was_active AND last.consecutive_failures <> consecutive
    ), outcome AS (
      SELECT message.id, failures + CASE WHEN error IS NULL THEN 0 ELSE 1 END AS failures,
             CASE WHEN error IS NULL THEN 'succeeded'
                  WHEN failures >= cardinality($3::int[]) THEN 'failed'
                  -- A message cancelled during the attempt stays cancelled, even if the subscription was enabled again since.
                  WHEN status = 'cancelled' OR NOT coalesce((
                    SELECT was_active AND NOT deactivates FROM last WHERE last.subscription_id = message.subscription_id), false)
                  THEN 'cancelled' ELSE 'pending' END AS status
      FROM message
    ), settled AS (
      UPDATE webhook_messages SET status = outcome.status, failures = outcome.failures, job_number = job_number + 1,
        next_attempt_at = CASE outcome.status WHEN 'pending' THEN clock_timestamp() + make_interval(secs => ($3::int[])[outcome.failures]) END
      FROM outcome
      WHERE account_id = $1 AND webhook_messages.id = ANY(ARRAY(SELECT id FROM outcome)) AND webhook_messages.id = outcome.id
    ), cancelled AS (
      UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL
      WHERE account_id = $1 AND id = ANY(ARRAY(
        SELECT waiting.id FROM last CROSS JOIN LATERAL (
          SELECT id FROM webhook_messages message
          WHERE account_id = $1 AND message.subscription_id = last.subscription_id AND message.status = 'pending'
            AND message.id NOT IN (SELECT id FROM outcome)
          ORDER BY next_attempt_at LIMIT ${CANCELLED} FOR NO KEY UPDATE) AS waiting
        WHERE deactivates))
    ), logged AS (
      INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms, status_code, error, response_excerpt)
      SELECT $1, id, attempted_at, duration_ms, status_code, error, response_excerpt FROM message ORDER BY position
    )
    SELECT subscription_id AS id FROM last WHERE deactivates`,
};

/**
 * Records attempts of an account with their consequences: the messages' next steps, their log, failure counts,
 * deactivation. Outdated results, of messages sent again in the meantime, change nothing. Returns the subscriptions
 * that were deactivated.
 *
 * @param results in order of arrival
 */
export async function recordAttempts(
  pool: Pick<Pool, 'query'>,
  account: bigint,
  results: readonly Result[],
  { retryDelays, disableAfter }: RetryPolicy,
): Promise<bigint[]> {
  const json = results.map(({ message: { id, number, subscriptionId }, attempt }) => {
    return { id: String(id), number, subscriptionId: String(subscriptionId), ...attempt };
  });
  const values = [account, JSON.stringify(json), retryDelays, disableAfter];
  const { rows } = await pool.query<{ id: string }>({ ...RECORD, values });
  return rows.map(({ id }) => BigInt(id));
}

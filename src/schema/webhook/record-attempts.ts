import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { FARTHEST, pausesOf } from './pause-after.ts';
import type { OutgoingMessage } from './take-due.ts';

export interface RetryPolicy {
  /** Seconds before each retry. */
  retryDelays: readonly number[];
  /** How long the subscription's other messages wait after its first failure; 0 for no pauses. */
  pauseMs: number;
  /** Consecutive failures after which a subscription is deactivated. */
  disableAfter: number;
}

export interface Result {
  message: Pick<OutgoingMessage, 'id' | 'number' | 'subscriptionId'>;
  attempt: Attempt;
}

/** What became of the subscriptions. */
export interface Recorded {
  deactivated: bigint[];
  /** Those that are paused, and for how long. */
  paused: { id: bigint; ms: number }[];
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
      SELECT id, status = 'active' AS was_active, consecutive_failures, paused_until FROM webhook_subscriptions
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
      SELECT since_success.id, subscription_id, position, error, successes, was_active, consecutive_failures, paused_until,
             CASE successes WHEN 0 THEN consecutive_failures ELSE 0 END + count(error) OVER (
               PARTITION BY subscription_id, successes ORDER BY position) AS consecutive
      FROM since_success JOIN subscription ON subscription.id = subscription_id
    ), last AS (
      -- Attempts after the deactivating failure do not count.
      SELECT DISTINCT ON (subscription_id) *, consecutive >= $4 AND error IS NOT NULL AND was_active AS deactivates FROM counted
      ORDER BY subscription_id, CASE WHEN consecutive >= $4 AND error IS NOT NULL THEN position END, position DESC
    ), paused AS (
      -- Each failure since the last success adds its pause.
      SELECT subscription_id, least(clock_timestamp() + ${FARTHEST} * first,
        greatest(clock_timestamp(), CASE successes WHEN 0 THEN paused_until END) + (
          SELECT sum(make_interval(secs => ($5::int[])[least(failure, cardinality($5::int[]))] / 1000.0))
          FROM generate_series(CASE successes WHEN 0 THEN last.consecutive_failures ELSE 0 END + 1, consecutive) AS failure)) AS until
      FROM last CROSS JOIN make_interval(secs => ($5::int[])[1] / 1000.0) AS first
      WHERE error IS NOT NULL AND was_active AND NOT deactivates AND ($5::int[])[1] > 0
    ), changed AS (
      UPDATE webhook_subscriptions SET consecutive_failures = consecutive,
        paused_until = (SELECT until FROM paused WHERE paused.subscription_id = last.subscription_id),
        -- Retries keep their schedule, unless the next failure deactivates: that one waits for all pauses.
        retries_wait = error IS NOT NULL AND NOT deactivates AND consecutive + 1 >= $4,
        status = CASE WHEN deactivates THEN 'deactivated' ELSE status END,
        deactivated_at = CASE WHEN deactivates THEN now() END,
        deactivation_reason = CASE WHEN deactivates THEN $4 || ' consecutive callbacks failed, the last one by ' || error END
      FROM last
      WHERE account_id = $1 AND webhook_subscriptions.id = ANY(ARRAY(SELECT subscription_id FROM last))
        AND webhook_subscriptions.id = subscription_id AND was_active AND (last.consecutive_failures <> consecutive OR error IS NOT NULL)
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
      UPDATE webhook_messages SET status = outcome.status, failures = outcome.failures, job_number = job_number + 1, at_once = false,
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
    SELECT subscription_id AS id, deactivates, extract(epoch FROM until - clock_timestamp())::float * 1000 AS "pausedMs"
    FROM last LEFT JOIN paused USING (subscription_id) WHERE deactivates OR until IS NOT NULL`,
};

/**
 * Records attempts of an account with their consequences: the messages' next steps, their log, failure counts,
 * pauses, deactivation. Outdated results, of messages sent again in the meantime, change nothing.
 *
 * @param results in order of arrival
 */
export async function recordAttempts(
  pool: Pick<Pool, 'query'>,
  account: bigint,
  results: readonly Result[],
  { retryDelays, pauseMs, disableAfter }: RetryPolicy,
): Promise<Recorded> {
  const json = results.map(({ message: { id, number, subscriptionId }, attempt }) => {
    return { id: String(id), number, subscriptionId: String(subscriptionId), ...attempt };
  });
  const values = [account, JSON.stringify(json), retryDelays, disableAfter, pausesOf(pauseMs)];
  const { rows } = await pool.query<{ id: string; deactivates: boolean; pausedMs: number }>({
    ...RECORD,
    values,
  });
  const [deactivated, paused] = [true, false].map((is) =>
    rows.filter(({ deactivates }) => deactivates === is),
  );
  return {
    deactivated: deactivated!.map(({ id }) => BigInt(id)),
    paused: paused!.map(({ id, pausedMs }) => ({ id: BigInt(id), ms: pausedMs })),
  };
}

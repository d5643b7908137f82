/** Locks subscriptions, except those that other transactions have locked. */
export const LOCK = {
  name: 'lock-subscriptions',
  text: `
    SELECT s.account_id AS "accountId", s.id, held.*, held.version IS NOT NULL AS "isHeld", clock_timestamp() AS now
    FROM unnest($1::bigint[], $2::bigint[]) AS asked (account, subscription)
    JOIN webhook_subscriptions s ON s.account_id = account AND s.id = subscription
    LEFT JOIN LATERAL (
      SELECT version, status = 'active' AS "isActive", consecutive_failures AS "consecutiveFailures",
             paused_until AS "pausedUntil"
      FROM webhook_subscriptions
      WHERE account_id = s.account_id AND id = s.id
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS held ON true`,
};

/** Reads the messages of locked subscriptions. */
export const READ = {
  name: 'read-attempted',
  text: `
    SELECT m.id, lease, status, failures
    FROM unnest($1::bigint[], $2::bigint[]) AS asked (account, message)
    JOIN webhook_messages m ON m.account_id = account AND m.id = message
    ORDER BY m.id FOR NO KEY UPDATE OF m`,
};

/** Writes the decisions. An attempt that lost its lease is only logged. */
export const WRITE = {
  name: 'settle-attempts',
  text: `
    WITH message AS MATERIALIZED (
      -- The attempts, and whether each still has the lease of its message. In the order of ids, as every statement
      -- locks messages.
      SELECT r.*, m.lease = r.lease AS is_leased
      FROM json_to_recordset($1) AS r (
        account bigint, subscription bigint, id bigint, lease bigint, status text, failures int,
        "nextAttemptAt" timestamptz, "attemptedAt" timestamptz, "durationMs" int, "statusCode" smallint,
        error text, "responseExcerpt" text
      )
      JOIN webhook_messages m ON m.account_id = r.account AND m.id = r.id
      ORDER BY r.id FOR NO KEY UPDATE OF m
    ), settled AS (
      -- Without the lease, another worker sends the message: its next step is not ours.
      UPDATE webhook_messages m
      SET status = message.status, failures = message.failures, next_attempt_at = "nextAttemptAt", lease = NULL,
          at_once = false
      FROM message WHERE m.account_id = account AND m.id = message.id AND is_leased
    ), logged AS (
      -- The endpoint got the callback all the same, so every attempt is logged.
      INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms, status_code, error,
                                    response_excerpt)
      SELECT account, id, "attemptedAt", "durationMs", "statusCode", error, "responseExcerpt"
      FROM message ORDER BY "attemptedAt"
    ), failing AS MATERIALIZED (
      -- The subscriptions whose failures changed. Without its lock, one that somebody else changes keeps its failures
      -- until the next success.
      SELECT d.*, s.account_id, s.id
      FROM json_to_recordset($2) AS d (
        subscription bigint, failures int, "pausedUntil" timestamptz, error text, "isSlow" boolean
      )
      JOIN webhook_subscriptions s ON s.id = d.subscription AND s.account_id = (
        SELECT account FROM message WHERE message.subscription = d.subscription AND is_leased LIMIT 1)
      WHERE status = 'active'
        AND (consecutive_failures, paused_until, is_slow) IS DISTINCT FROM (failures, "pausedUntil", "isSlow")
      FOR NO KEY UPDATE OF s SKIP LOCKED
    )
    UPDATE webhook_subscriptions s
    SET consecutive_failures = failures, paused_until = "pausedUntil", is_slow = "isSlow", version = version + 1,
        status = CASE WHEN error IS NULL THEN 'active' ELSE 'deactivated' END,
        deactivated_at = CASE WHEN error IS NOT NULL THEN now() END, deactivation_error = error
    FROM failing WHERE s.account_id = failing.account_id AND s.id = failing.id`,
};

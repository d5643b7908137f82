-- Webhooks are sent by one job per account. Rows say what waits; jobs are hints that the worker renews.

-- The account that a worker is sending for, so that no other does. Goes with the worker's heartbeat.
CREATE TABLE webhook_runs (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  worker     text NOT NULL REFERENCES worker_heartbeats (pool_id) ON DELETE CASCADE
);
CREATE INDEX webhook_runs_worker_idx ON webhook_runs (worker);

-- Work on many messages at once, done in batches: recovering them, or deleting them after their subscription.
CREATE TABLE webhook_chores (
  account_id      bigint NOT NULL REFERENCES accounts (id),
  subscription_id bigint NOT NULL,
  -- From when to recover; NULL when the subscription was deleted.
  recover_since   timestamptz(3),
  -- Where the next batch begins: both go from the newest to the oldest, and are NULL when they are done.
  message_before  bigint,
  event_before    bigint,
  PRIMARY KEY (account_id, subscription_id)
);

-- Deleting a subscription must not wait for its messages: a chore deletes them.
ALTER TABLE webhook_messages DROP CONSTRAINT webhook_messages_account_id_subscription_id_fkey;

CREATE INDEX events_waiting_idx ON events (account_id, id) WHERE recipients IS NOT NULL;
DROP INDEX events_undispatched_idx;
CREATE INDEX webhook_messages_pending_idx ON webhook_messages (account_id, subscription_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX webhook_messages_unsent_idx ON webhook_messages (account_id, subscription_id, id)
  WHERE status IN ('failed', 'cancelled');
DROP INDEX webhook_messages_unfinished_idx;

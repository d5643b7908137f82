-- After a failure the other messages of a webhook wait until a time. The columns have constant defaults, so no row is
-- rewritten.
ALTER TABLE webhook_subscriptions
  ADD COLUMN paused_until timestamptz(3),
  ADD COLUMN retries_wait boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_messages ADD COLUMN at_once boolean NOT NULL DEFAULT false;

-- The messages that a pause does not hold up. Those of healthy webhooks are not in it.
CREATE INDEX webhook_messages_unpaused_idx ON webhook_messages (account_id, subscription_id, next_attempt_at)
  WHERE status = 'pending' AND (failures > 0 OR at_once);

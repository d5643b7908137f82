-- The events that a webhook was subscribed to before: waiting retries and old messages may still be
-- of them, so whoever decides where its messages go must be allowed to read these as well.
ALTER TABLE webhook_subscriptions ADD COLUMN past_events text[] NOT NULL DEFAULT '{}';

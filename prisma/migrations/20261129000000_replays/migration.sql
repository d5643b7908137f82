-- A response with a secret is repeated only to the key or session that received it first. Nobody knows
-- who received those stored before.
ALTER TABLE idempotency_keys ADD COLUMN only_for text;
UPDATE idempotency_keys SET only_for = 'unknown' WHERE (body LIKE '%whsec\_%' OR body LIKE 'sealed:%');

-- What each account stored for replays, by the hour: the sum is bounded.
CREATE TABLE idempotency_usage (
  account_id bigint NOT NULL REFERENCES accounts (id),
  hour       timestamptz(3) NOT NULL,
  bytes      bigint NOT NULL,
  PRIMARY KEY (account_id, hour)
);
CREATE INDEX idempotency_usage_hour_idx ON idempotency_usage (hour);

-- The few idempotent responses that hold a webhook's secret, encrypted or not yet: so they are found
-- at the start and when the key changes, without reading all the others.
CREATE INDEX idempotency_keys_secret_idx ON idempotency_keys (account_id, key)
  WHERE (body LIKE '%whsec\_%' OR body LIKE 'sealed:%');

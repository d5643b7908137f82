-- Quotas of the plans hold exactly, and creating a record counts nothing: each account's row here is counted up in the
-- transaction of the creation, which keeps it locked until the outcome is known. Supermarkets and branches are never
-- deleted. Products are counted by product_sequences; webhooks and keys are few, and are counted as they are created.
CREATE TABLE supermarket_counts (
  account_id   bigint PRIMARY KEY REFERENCES accounts (id),
  supermarkets integer NOT NULL CHECK (supermarkets >= 0),
  branches     integer NOT NULL CHECK (branches >= 0)
);

INSERT INTO supermarket_counts (account_id, supermarkets, branches)
SELECT account_id, count(*), coalesce(max(branches.count), 0)
FROM supermarkets LEFT JOIN (SELECT account_id, count(*) FROM branches GROUP BY account_id) AS branches USING (account_id)
GROUP BY account_id;

-- To count an account's keys without reading those it has revoked.
CREATE INDEX api_keys_unrevoked_idx ON api_keys (account_id) WHERE revoked_at IS NULL;

-- The worker brings texts from before to their one form, some rows at a time: how far it is in each table, and how
-- often it got to the end. A second time finds what an older version wrote meanwhile.
CREATE TABLE text_progress (
  table_name  text PRIMARY KEY,
  position    bigint[] NOT NULL DEFAULT '{}',
  passes      smallint NOT NULL DEFAULT 0,
  finished_at timestamptz(3)
);

-- Texts that stay as they are, because another record has their form already, or for the reason in `problem`.
CREATE TABLE text_conflicts (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  table_name  text NOT NULL,
  column_name text NOT NULL,
  -- The rest of the key, separated by commas; empty for the account itself.
  record_key  text NOT NULL,
  text        text NOT NULL,
  problem     text NOT NULL CHECK (problem IN ('taken', 'too_long', 'empty')),
  checked_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, table_name, column_name, record_key)
);

-- How often an actor did something on a day, so that nobody pushes the entries of others out of the audit log.
CREATE TABLE audit_counts (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- In UTC.
  day        date NOT NULL,
  action     text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 50),
  -- Such as person:7.
  actor      text NOT NULL CHECK (char_length(actor) BETWEEN 1 AND 50),
  times      integer NOT NULL CHECK (times > 0),
  -- The last entry; beyond the limit, it counts the others.
  entry_id   bigint NOT NULL,
  PRIMARY KEY (account_id, day, action, actor)
);

-- Whether an owner of the account acted; null for entries from before.
ALTER TABLE audit_entries ADD COLUMN by_owner boolean;

-- A mailed link by which a person sets a new password, once. A new one replaces it.
CREATE TABLE password_resets (
  account_id bigint NOT NULL,
  person_id  bigint NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, person_id),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX password_resets_token_hash_idx ON password_resets (token_hash);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

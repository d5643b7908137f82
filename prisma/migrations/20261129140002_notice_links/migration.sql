-- Links with which a branch acknowledges a withdrawal, without an account of its own.
CREATE TABLE notice_links (
  account_id    bigint NOT NULL,
  -- The token itself is not stored.
  token_hash    bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  withdrawal_id bigint NOT NULL,
  branch_id     bigint NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  expires_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id, withdrawal_id) REFERENCES withdrawals (account_id, id),
  FOREIGN KEY (account_id, branch_id) REFERENCES branches (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX notice_links_token_hash_idx ON notice_links (token_hash);
CREATE INDEX notice_links_notice_idx ON notice_links (account_id, withdrawal_id, branch_id, created_at);
CREATE INDEX notice_links_expires_at_idx ON notice_links (expires_at);

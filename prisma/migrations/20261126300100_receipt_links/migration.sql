-- Links with which a branch confirms what it received, without an account of its own.
ALTER TABLE accounts ADD COLUMN receipt_link_completes boolean NOT NULL DEFAULT false;

CREATE TABLE receipt_links (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  -- The token itself is not stored.
  token_hash  bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  delivery_id bigint NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  expires_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX receipt_links_token_hash_idx ON receipt_links (token_hash);
CREATE INDEX receipt_links_delivery_idx ON receipt_links (account_id, delivery_id, created_at);
CREATE INDEX receipt_links_expires_at_idx ON receipt_links (expires_at);

-- Lines of which a branch says by its link that it received less.
CREATE TABLE receipt_disputes (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  delivery_id bigint NOT NULL,
  product_id  bigint NOT NULL,
  received    integer NOT NULL CHECK (received >= 0),
  reason      text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 100),
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined')),
  PRIMARY KEY (account_id, delivery_id, product_id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES receipts (account_id, delivery_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, delivery_id, product_id) REFERENCES delivery_items (account_id, delivery_id, product_id)
);

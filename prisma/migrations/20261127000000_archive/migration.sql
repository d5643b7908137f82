-- Products and branches that are no longer in use. They stay, for the deliveries and returns that name them.

-- Writes queue behind a lock that is waited for: better fail, and let the next start try again.
SET LOCAL lock_timeout = '5s';

ALTER TABLE products ADD COLUMN archived_at timestamptz(3);
ALTER TABLE branches ADD COLUMN archived_at timestamptz(3);

CREATE INDEX products_archived_idx ON products (account_id, id) WHERE archived_at IS NOT NULL;

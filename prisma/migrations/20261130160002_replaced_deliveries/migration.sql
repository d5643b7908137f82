-- Deleting a delivery looks its foreign keys up. Few deliveries are replaced, so this index is small.
CREATE INDEX deliveries_replaced_by_idx ON deliveries (account_id, replaced_by_id) WHERE replaced_by_id IS NOT NULL;

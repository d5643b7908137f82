-- A pending delivery is changed by cancelling it and creating another one in its place. Both name each
-- other, and all later versions name the first one.
ALTER TABLE deliveries
  ADD COLUMN replaces_id      bigint,
  ADD COLUMN replaced_by_id   bigint,
  ADD COLUMN first_version_id bigint,
  -- The quantity of each product in this or the first version, whichever is more: what must arrive for
  -- the delivery to be in full. NULL for a first version, where it is the total quantity.
  ADD COLUMN ordered_quantity integer CHECK (ordered_quantity >= total_quantity),
  ADD FOREIGN KEY (account_id, replaces_id) REFERENCES deliveries (account_id, id),
  ADD FOREIGN KEY (account_id, replaced_by_id) REFERENCES deliveries (account_id, id),
  ADD FOREIGN KEY (account_id, first_version_id) REFERENCES deliveries (account_id, id);
-- Few deliveries are changed, so these indexes are small.
CREATE UNIQUE INDEX deliveries_replaces_idx ON deliveries (account_id, replaces_id)
  WHERE replaces_id IS NOT NULL;
CREATE INDEX deliveries_first_version_idx ON deliveries (account_id, first_version_id, id)
  WHERE first_version_id IS NOT NULL;

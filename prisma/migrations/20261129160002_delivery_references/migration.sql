-- A cancelled delivery gives its reference up, so that its number can be used again; it keeps showing it. The first index
-- finds the delivery that holds a reference, the second one those that gave it up too.
CREATE UNIQUE INDEX deliveries_held_reference_key ON deliveries (account_id, reference)
  WHERE reference IS NOT NULL AND status <> 'cancelled';
CREATE INDEX deliveries_reference_idx ON deliveries (account_id, reference, id) WHERE reference IS NOT NULL;
DROP INDEX deliveries_reference_key;

-- Files can have rows of standing orders. Both tables are small: imports are kept for seven days.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check,
  ADD CONSTRAINT imports_kind_check
    CHECK (kind IN ('products', 'supermarkets', 'deliveries', 'standing-orders'));
ALTER TABLE import_mappings DROP CONSTRAINT import_mappings_kind_check,
  ADD CONSTRAINT import_mappings_kind_check
    CHECK (kind IN ('products', 'supermarkets', 'deliveries', 'standing-orders'));

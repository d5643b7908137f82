-- Finds deliveries by a part of their notes or of the branch's name.

CREATE INDEX deliveries_notes_idx ON deliveries USING gin (account_id, notes gin_trgm_ops) WHERE notes IS NOT NULL;
CREATE INDEX branches_name_idx ON branches USING gin (account_id, name gin_trgm_ops);

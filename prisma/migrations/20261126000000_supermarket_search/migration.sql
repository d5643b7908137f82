-- Finds a supermarket by a part of its name.

CREATE INDEX supermarkets_name_idx ON supermarkets USING gin (account_id, name gin_trgm_ops);

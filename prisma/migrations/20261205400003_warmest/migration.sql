-- The highest temperatures at which goods may arrive, in degrees Celsius: what the law allows depends on country and goods.
ALTER TABLE accounts
  ADD COLUMN warmest_chilled integer NOT NULL DEFAULT 8 CHECK (warmest_chilled BETWEEN -60 AND 60),
  ADD COLUMN warmest_frozen  integer NOT NULL DEFAULT -15 CHECK (warmest_frozen BETWEEN -60 AND 60);

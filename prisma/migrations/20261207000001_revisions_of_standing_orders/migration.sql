-- The version that people send with a change. The generation changes the rest of the row.
ALTER TABLE standing_orders ADD COLUMN revision integer NOT NULL DEFAULT 0;

-- Figures over time are read from these indexes alone, without the rows: see docs/decisions/0017-analytics.md.

ALTER TABLE deliveries ADD COLUMN total_quantity integer CHECK (total_quantity > 0);
UPDATE deliveries SET total_quantity = (
  SELECT sum(quantity) FROM delivery_items item
  WHERE item.account_id = deliveries.account_id AND item.delivery_id = deliveries.id
);
ALTER TABLE deliveries ALTER COLUMN total_quantity SET NOT NULL;

CREATE INDEX deliveries_figures_idx ON deliveries (account_id, status, created_at)
  INCLUDE (supermarket_id, branch_id, total_quantity, total_value);
CREATE INDEX returns_figures_idx ON returns (account_id, created_at)
  INCLUDE (supermarket_id, delivery_id, product_id, reason, quantity, credit_amount);

-- An index can stand for the rows of those pages only that were vacuumed since they changed. The newest
-- rows are asked for most: do not let a fifth of the table pile up first, as by default.
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE returns SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

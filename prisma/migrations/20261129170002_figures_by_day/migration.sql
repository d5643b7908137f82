-- Figures by the day of creation and by the day of delivery are read from these indexes alone, without the rows. Reads
-- go on while they are built; writes wait about two seconds for each million deliveries.
CREATE INDEX deliveries_created_figures_idx ON deliveries (account_id, status, created_at)
  INCLUDE (id, supermarket_id, branch_id, total_quantity, total_value, total_weight, replaced_by_id);
CREATE INDEX deliveries_due_figures_idx ON deliveries (account_id, status, delivery_date)
  INCLUDE (id, supermarket_id, branch_id, total_quantity, total_value, total_weight, replaced_by_id);
CREATE INDEX returns_date_figures_idx ON returns (account_id, return_date, id)
  INCLUDE (supermarket_id, delivery_id, product_id, reason, quantity, credit_amount);
-- Deliveries whose lines the worker has not filled yet; empty once it has.
CREATE INDEX deliveries_unweighed_idx ON deliveries (account_id, id) WHERE total_weight IS NULL;

-- What each supermarket expects, in percent. NULL for the default.
ALTER TABLE supermarkets
  ADD COLUMN on_time_target   numeric(5, 2) CHECK (on_time_target BETWEEN 0 AND 100),
  ADD COLUMN fill_rate_target numeric(5, 2) CHECK (fill_rate_target BETWEEN 0 AND 100);

-- Figures of performance are read from this index alone, without the rows: those of the days asked for,
-- however many deliveries the account has.
CREATE INDEX deliveries_performance_idx ON deliveries (account_id, delivery_date, id)
  INCLUDE (supermarket_id, branch_id, first_version_id, completed_at, total_quantity, ordered_quantity)
  WHERE status = 'completed';

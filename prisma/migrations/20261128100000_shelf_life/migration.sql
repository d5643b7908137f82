-- The shelf life that a supermarket is promised on the day of delivery, in days or in percent of that of the product.
-- NULL for none.
ALTER TABLE supermarkets
  ADD COLUMN min_remaining_days    integer CHECK (min_remaining_days BETWEEN 1 AND 3650),
  ADD COLUMN min_remaining_percent integer CHECK (min_remaining_percent BETWEEN 1 AND 100),
  -- Whether lots with less are refused. Otherwise they are only warned about.
  ADD COLUMN refuses_short_dated   boolean NOT NULL DEFAULT false;

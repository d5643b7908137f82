-- Traces of a product by date, where its lots are not known, read only the lines of these dates.
CREATE INDEX delivery_item_lots_product_date_idx
  ON delivery_item_lots (account_id, product_id, coalesce(best_before, use_by)) WHERE superseded_at IS NULL;

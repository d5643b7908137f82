-- Lines copy the weight of their product, as they copy its name and price, and deliveries have the sum. NULL in rows
-- from before, which the worker fills in small steps, and in those of an older version that still runs.
ALTER TABLE delivery_items
  ADD COLUMN weight numeric(10, 3),
  -- NOT VALID skips reading the whole table: every value is NULL.
  ADD CONSTRAINT delivery_items_weight_check CHECK (weight > 0) NOT VALID;
ALTER TABLE deliveries
  ADD COLUMN total_weight numeric(19, 3),
  ADD CONSTRAINT deliveries_total_weight_check CHECK (total_weight > 0) NOT VALID;

-- What products weigh now, for lines that are not filled yet: a product can be changed before the worker reaches them.
CREATE TABLE earlier_weights (
  account_id bigint NOT NULL,
  product_id bigint NOT NULL,
  weight     numeric(10, 3) NOT NULL CHECK (weight > 0),
  PRIMARY KEY (account_id, product_id),
  FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id)
);
INSERT INTO earlier_weights SELECT account_id, id, weight FROM products;

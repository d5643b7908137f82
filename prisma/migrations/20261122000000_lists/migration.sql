-- What the lists that are read by cursors are ordered by, and within.

CREATE INDEX deliveries_branch_idx ON deliveries (account_id, branch_id, id);
CREATE INDEX products_name_order_idx ON products (account_id, name, id);
CREATE INDEX supermarkets_name_order_idx ON supermarkets (account_id, name, id);

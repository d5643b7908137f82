-- Views of the lists of imports and withdrawals can be saved. The table is small: an account has at most 100 views a person.
ALTER TABLE saved_views DROP CONSTRAINT saved_views_list_check,
  ADD CONSTRAINT saved_views_list_check CHECK (list IN (
    'deliveries', 'returns', 'receipts', 'products', 'supermarkets', 'standing_orders', 'imports', 'withdrawals'));

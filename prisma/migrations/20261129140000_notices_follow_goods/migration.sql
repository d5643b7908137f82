-- A notice follows the goods while its withdrawal is open: "quantity" stays that of the start, the one of now is read
-- from the lots, and the last one is kept when the withdrawal is closed.
ALTER TABLE withdrawal_notices
  -- NULL: when the withdrawal began.
  ADD COLUMN added_at timestamptz(3),
  -- Who told the branch; sent_at and sent_by say when and how.
  ADD COLUMN told_by text CHECK (char_length(told_by) BETWEEN 1 AND 200),
  ADD COLUMN closed_quantity integer CHECK (closed_quantity >= 0),
  ADD COLUMN closed_reason text CHECK (char_length(closed_reason) BETWEEN 1 AND 200);
-- Corrections look for the open withdrawals of their product.
CREATE INDEX withdrawals_open_idx ON withdrawals (account_id, product_id) WHERE closed_at IS NULL;

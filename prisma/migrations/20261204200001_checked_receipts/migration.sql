-- Who recorded a receipt, and who checked it. Receipts from before have neither: they stay settled.
ALTER TABLE receipts
  ADD COLUMN recorder_name text,
  ADD COLUMN checked_at    timestamptz(3),
  ADD COLUMN checked_by    text;

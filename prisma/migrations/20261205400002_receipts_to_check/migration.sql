-- Finds what drivers recorded and nobody has checked, of all accounts, for alerts. These are few of all receipts.
CREATE INDEX receipts_to_check_idx ON receipts (created_at) WHERE state = 'confirmed' AND recorded_by <> 'link';

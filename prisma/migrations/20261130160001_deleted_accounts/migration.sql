-- When an operator deleted the account. Its rows are deleted once it can no longer be restored.
ALTER TABLE accounts ADD COLUMN deleted_at timestamptz(3);
CREATE INDEX accounts_deleted_at_idx ON accounts (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE returns VALIDATE CONSTRAINT returns_sign_check;
ALTER TABLE returns VALIDATE CONSTRAINT returns_reverses_fkey;
ALTER TABLE returns VALIDATE CONSTRAINT returns_reversed_by_fkey;
-- A return is reversed once. Few are, so these indexes are small. Deleting a return looks both foreign keys up.
CREATE UNIQUE INDEX returns_reverses_idx ON returns (account_id, reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX returns_reversed_by_idx ON returns (account_id, reversed_by_id)
  WHERE reversed_by_id IS NOT NULL;

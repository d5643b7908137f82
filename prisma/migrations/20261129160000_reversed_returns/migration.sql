-- A return is taken back by another one with the negative quantity and credit. Both name each other.
-- The constraints are validated by the next migration, which does not block writes meanwhile.
ALTER TABLE returns
  ADD COLUMN reverses_id    bigint,
  ADD COLUMN reversed_by_id bigint,
  DROP CONSTRAINT returns_quantity_check,
  DROP CONSTRAINT returns_credit_amount_check,
  ADD CONSTRAINT returns_sign_check CHECK (
    CASE WHEN reverses_id IS NULL
      THEN quantity BETWEEN 1 AND 1000000 AND credit_amount >= 0
      ELSE quantity BETWEEN -1000000 AND -1 AND credit_amount <= 0 AND reversed_by_id IS NULL
    END) NOT VALID,
  ADD CONSTRAINT returns_reverses_fkey
    FOREIGN KEY (account_id, reverses_id) REFERENCES returns (account_id, id) NOT VALID,
  ADD CONSTRAINT returns_reversed_by_fkey
    FOREIGN KEY (account_id, reversed_by_id) REFERENCES returns (account_id, id) NOT VALID;

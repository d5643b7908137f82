-- What a receipt waits for: for the supplier to accept it or to decide its disputes, for the answer of the branch, or for
-- nothing. Most wait for nothing, so the default is stored once.
ALTER TABLE receipts
  ADD COLUMN state text NOT NULL DEFAULT 'settled'
    CHECK (state IN ('confirmed', 'disputed', 'asked', 'settled'));
CREATE INDEX receipts_state_idx ON receipts (account_id, state, delivery_id);

-- A dispute has one question to the branch with one answer, and who decided it. Names have a check where they are from.
ALTER TABLE receipt_disputes
  ADD COLUMN question    text CHECK (char_length(question) BETWEEN 1 AND 500),
  ADD COLUMN asked_at    timestamptz(3),
  ADD COLUMN asked_by    text,
  ADD COLUMN answer      text CHECK (char_length(answer) BETWEEN 1 AND 500),
  ADD COLUMN answered_at timestamptz(3),
  ADD COLUMN settled_at  timestamptz(3),
  ADD COLUMN settled_by  text,
  ADD CONSTRAINT receipt_disputes_asked_check CHECK (asked_at IS NULL OR question IS NOT NULL),
  ADD CONSTRAINT receipt_disputes_answered_check CHECK (answered_at IS NULL OR answer IS NOT NULL);

-- Triggers keep the state, because an older version that still runs changes receipts and deliveries too. Whoever writes a
-- receipt or its disputes has locked the delivery, so its status stays meanwhile.
CREATE FUNCTION note_state_of_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deliveries
             WHERE account_id = NEW.account_id AND id = NEW.delivery_id AND status = 'in_transit') THEN
    NEW.state := 'confirmed';
  END IF;
  RETURN NEW;
END $$;
-- Receipts that the supplier records complete the delivery.
CREATE TRIGGER receipts_added BEFORE INSERT ON receipts
  FOR EACH ROW WHEN (NEW.recorded_by = 'link') EXECUTE FUNCTION note_state_of_receipt();

CREATE FUNCTION note_disputes_of_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts receipt SET state = reached.state
  FROM (
    SELECT dispute.account_id, dispute.delivery_id,
      CASE WHEN bool_or(dispute.status = 'open' AND (question IS NULL OR answer IS NOT NULL)) THEN 'disputed'
           WHEN bool_or(dispute.status = 'open') THEN 'asked'
           WHEN bool_or(delivery.status = 'in_transit') THEN 'confirmed'
           ELSE 'settled' END AS state
    FROM (SELECT DISTINCT account_id, delivery_id FROM after_change) AS changed
    JOIN receipt_disputes dispute USING (account_id, delivery_id)
    JOIN deliveries delivery ON delivery.account_id = dispute.account_id AND delivery.id = dispute.delivery_id
    GROUP BY dispute.account_id, dispute.delivery_id
  ) AS reached
  WHERE receipt.account_id = reached.account_id AND receipt.delivery_id = reached.delivery_id
    AND receipt.state <> reached.state;
  RETURN NULL;
END $$;
CREATE TRIGGER receipt_disputes_added AFTER INSERT ON receipt_disputes
  REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_disputes_of_receipts();
CREATE TRIGGER receipt_disputes_changed AFTER UPDATE ON receipt_disputes
  REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_disputes_of_receipts();

CREATE FUNCTION settle_receipt_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET state = 'settled'
  WHERE account_id = NEW.account_id AND delivery_id = NEW.id AND state = 'confirmed';
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_completed AFTER UPDATE OF status ON deliveries
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION settle_receipt_of_delivery();

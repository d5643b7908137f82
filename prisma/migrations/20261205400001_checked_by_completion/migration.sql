-- Who completes a delivery accepts its receipt, and who decides the last dispute of a completed one settles it: both are
-- kept as those who checked it, in whichever way it happens. A branch that completes by its link has checked nothing.
CREATE OR REPLACE FUNCTION settle_receipt_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET state = 'settled', checked_by = NEW.completed_by,
    checked_at = CASE WHEN NEW.completed_by IS NOT NULL THEN NEW.completed_at END
  WHERE account_id = NEW.account_id AND delivery_id = NEW.id AND state = 'confirmed';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_disputes_of_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts receipt SET state = reached.state,
    checked_at = CASE WHEN reached.state = 'settled' THEN reached.settled_at END,
    checked_by = CASE WHEN reached.state = 'settled' THEN reached.settled_by END
  FROM (
    SELECT dispute.account_id, dispute.delivery_id,
      CASE WHEN bool_or(dispute.status = 'open' AND (question IS NULL OR answer IS NOT NULL)) THEN 'disputed'
           WHEN bool_or(dispute.status = 'open') THEN 'asked'
           WHEN bool_or(delivery.status = 'in_transit') THEN 'confirmed'
           ELSE 'settled' END AS state,
      max(dispute.settled_at) AS settled_at,
      (array_agg(dispute.settled_by ORDER BY dispute.settled_at DESC NULLS LAST, dispute.id DESC))[1] AS settled_by
    FROM (SELECT DISTINCT account_id, delivery_id FROM after_change) AS changed
    JOIN receipt_disputes dispute USING (account_id, delivery_id)
    JOIN deliveries delivery ON delivery.account_id = dispute.account_id AND delivery.id = dispute.delivery_id
    GROUP BY dispute.account_id, dispute.delivery_id
  ) AS reached
  WHERE receipt.account_id = reached.account_id AND receipt.delivery_id = reached.delivery_id
    AND receipt.state <> reached.state;
  RETURN NULL;
END $$;

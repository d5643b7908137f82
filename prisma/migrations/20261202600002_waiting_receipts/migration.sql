-- The receipts that wait now. Their deliveries are locked first, so that nobody completes or settles one meanwhile.
SELECT FROM deliveries delivery
WHERE status = 'in_transit' AND EXISTS (
  SELECT FROM receipts receipt WHERE receipt.account_id = delivery.account_id AND receipt.delivery_id = delivery.id
    AND recorded_by = 'link')
ORDER BY account_id, id FOR NO KEY UPDATE;
SELECT FROM deliveries delivery
WHERE (account_id, id) IN (SELECT account_id, delivery_id FROM receipt_disputes WHERE status = 'open')
ORDER BY account_id, id FOR NO KEY UPDATE;

UPDATE receipts SET state = 'confirmed' FROM deliveries delivery
WHERE delivery.account_id = receipts.account_id AND delivery.id = receipts.delivery_id
  AND recorded_by = 'link' AND status = 'in_transit';
UPDATE receipts SET state = 'disputed'
WHERE (account_id, delivery_id) IN (SELECT account_id, delivery_id FROM receipt_disputes WHERE status = 'open');

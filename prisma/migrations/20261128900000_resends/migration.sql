-- The event that a webhook gets again, in rows of the type webhook.resent. Live streams send it from there; its body is stored
-- once. No foreign key: old events are deleted without looking for their resends.
ALTER TABLE events ADD COLUMN resent_event_id bigint;

-- After a backup was restored, the webhooks, alerts and standing orders of its accounts rest until somebody enables them: the
-- original may still be running. A restored backup of an older version has the column before this migration runs.
ALTER TABLE accounts ADD COLUMN IF NOT EXISTS resting_since timestamptz(3);

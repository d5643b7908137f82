-- A worker holds an account for a time that it renews. Before, it did so for as long as its heartbeat was fresh:
-- what is held at the upgrade is held for as long as a heartbeat was.
ALTER TABLE webhook_runs
  DROP CONSTRAINT webhook_runs_worker_fkey,
  ADD COLUMN until timestamptz NOT NULL DEFAULT now() + interval '15 seconds';

-- Workers of the version before still write heartbeats for one release, and release their accounts by deleting them.
CREATE FUNCTION release_webhook_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_runs WHERE worker = OLD.pool_id;
  RETURN NULL;
END $$;
CREATE TRIGGER release_webhook_runs AFTER DELETE ON worker_heartbeats
  FOR EACH ROW EXECUTE FUNCTION release_webhook_runs();

-- A worker holds an account for a time that it renews. Before, it did so for as long as its heartbeat was fresh:
-- what is held at the upgrade is held for as long as a heartbeat was.
ALTER TABLE webhook_runs
  DROP CONSTRAINT webhook_runs_worker_fkey,
  ADD COLUMN until timestamptz NOT NULL DEFAULT now() + interval '15 seconds';
DROP INDEX webhook_runs_worker_idx;
-- worker_heartbeats stays for one release: workers of the one before still write to it.

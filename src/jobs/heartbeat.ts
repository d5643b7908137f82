import type { Pool } from 'pg';
import type { Logger } from '../log.ts';

const BEAT_MS = 5_000;
/** After this silence a worker counts as dead and its jobs are given to others. */
const DEAD_AFTER_S = 15;

const BEAT = `
  INSERT INTO worker_heartbeats (pool_id) VALUES ($1)
  ON CONFLICT (pool_id) DO UPDATE SET seen_at = now()`;

// Whoever holds a job without a living heartbeat is gone: killed, or cut off for too long.
const BURY = `
  WITH dead AS (
    SELECT DISTINCT locked_by FROM graphile_worker.jobs
    WHERE locked_at < now() - make_interval(secs => ${DEAD_AFTER_S})
      AND locked_by NOT IN (
        SELECT pool_id FROM worker_heartbeats WHERE seen_at > now() - make_interval(secs => ${DEAD_AFTER_S}))
  ), forgotten AS (
    DELETE FROM worker_heartbeats WHERE seen_at < now() - make_interval(secs => ${DEAD_AFTER_S})
  )
  SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM dead HAVING count(*) > 0`;

/** Beats for the worker `poolId`, and frees the jobs and accounts of those that no longer do. */
export function startHeartbeat(pool: Pool, poolId: string, log: Logger) {
  const beat = async () => {
    try {
      await pool.query(BEAT, [poolId]);
      await pool.query(BURY);
    } catch (error) {
      log.warn({ err: error }, 'a heartbeat was missed');
    }
  };
  const begun = beat();
  let last = begun;
  const timer = setInterval(() => (last = beat()), BEAT_MS);
  return {
    /** Resolves once it was seen, or failed to be, for the first time. */
    begun,
    async stop(): Promise<void> {
      clearInterval(timer);
      await last;
      await pool.query('DELETE FROM worker_heartbeats WHERE pool_id = $1', [poolId]).catch(() => {});
    },
  };
}

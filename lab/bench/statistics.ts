import type { Cluster } from '@provender/embedded-cluster/cluster';
import type { Database } from '../../src/database/connect.ts';

/** The statements that PostgreSQL executed, and the plans that it made for them. */
export interface Executed {
  statements: number;
  /** Plans that were made, which a prepared statement needs only at first. */
  plans: number;
}

/** Makes the server count statements and plans; it restarts for that. */
export async function countStatements(cluster: Cluster, database: Database): Promise<void> {
  await database.pool.query('ALTER SYSTEM SET shared_preload_libraries = pg_stat_statements');
  await cluster.stop();
  await cluster.start(true);
  await database.pool.query('CREATE EXTENSION pg_stat_statements');
  await database.pool.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
  await database.pool.query('SELECT pg_reload_conf()');
}

/** Returns what was executed since the server began to count. */
export async function executedSoFar({ pool }: Database): Promise<Executed> {
  const { rows } = await pool.query<Executed>(
    'SELECT sum(calls)::int AS statements, sum(plans)::int AS plans FROM pg_stat_statements WHERE toplevel',
  );
  return rows[0]!;
}

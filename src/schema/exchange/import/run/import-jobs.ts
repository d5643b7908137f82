import type { Pool } from 'pg';
import type { Db } from '../../../../database/connect.ts';
import { SILENT_S } from './run-limits.ts';
import { WAITS_BRIEFLY } from '../../webhook/webhook-jobs.ts';

/** The task that runs an import. The import's row has all its data, not the job. */
export type ImportTask = 'runImport';

/** An import of an account. */
export interface ImportRef {
  accountId: bigint;
  id: bigint;
}

/** SQL of the job of the import in the row `import`. */
const JOB = `('runImport', json_build_object('accountId', import.account_id, 'id', import.id), NULL, NULL, NULL,
  'import:' || import.id, NULL, NULL)::graphile_worker.job_spec`;

/** Adds the job of an import, in the transaction that starts it. */
export async function addImportJob(tx: Db, { accountId, id }: ImportRef): Promise<void> {
  await tx.$executeRawUnsafe(
    `SELECT FROM graphile_worker.add_jobs(ARRAY(
       SELECT ${JOB} FROM (SELECT $1::bigint AS account_id, $2::bigint AS id) AS import))`,
    accountId,
    id,
  );
}

/** Adds the jobs of the account's running imports that waited for this one to end. */
export async function hintOthers(db: Db, { accountId, id }: ImportRef): Promise<void> {
  await db.$executeRawUnsafe(
    `SELECT FROM graphile_worker.add_jobs(ARRAY(
       SELECT ${JOB} FROM imports import
       WHERE account_id = $1::bigint AND id <> $2::bigint AND status = 'running' ORDER BY id LIMIT 100))`,
    accountId,
    id,
  );
}

const ADD_SILENT_JOBS = {
  name: 'add-silent-import-jobs',
  text: `
    WITH import AS (
      UPDATE imports SET heartbeat_at = now() WHERE (account_id, id) IN (
        SELECT account_id, id FROM imports
        WHERE status = 'running' AND heartbeat_at < now() - make_interval(secs => ${SILENT_S}) AND ${WAITS_BRIEFLY}
        ORDER BY heartbeat_at LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING account_id, id
    )
    SELECT graphile_worker.add_jobs(array_agg(${JOB})) FROM import HAVING count(*) > 0`,
};

/** Adds jobs for up to 100 imports whose process was killed, or that wait for another import. */
export async function addSilentImportJobs(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(ADD_SILENT_JOBS);
}

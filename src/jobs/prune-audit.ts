import type { Pool } from 'pg';
import { BATCH, inBatches } from './prune-expired.ts';

/** How long the audit log keeps entries, and how many of one account. */
const KEPT_DAYS = 366;
const MAX_ENTRIES = 100_000;

/** Deletes the entries that the audit log keeps no longer: after a year, and the oldest ones of an account with many. */
export async function pruneAudit(pool: Pick<Pool, 'query'>, max = MAX_ENTRIES): Promise<void> {
  await inBatches(
    pool,
    `DELETE FROM audit_entries WHERE (account_id, id) IN (
       SELECT account_id, id FROM audit_entries
       WHERE at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${BATCH})`,
  );
  for (let account: string | undefined = '-1'; ;) {
    account = await nextAccount(pool, account);
    if (account === undefined) return;
    // The newest entry beyond the maximum, if there are so many, and all before it; both by the primary key.
    await inBatches(
      pool,
      `DELETE FROM audit_entries WHERE (account_id, id) IN (
         SELECT account_id, id FROM audit_entries
         WHERE account_id = $1 AND id <= (
           SELECT id FROM audit_entries WHERE account_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)
         LIMIT ${BATCH})`,
      [account, max],
    );
  }
}

/** Returns the next account with entries: a look into the primary key, however many entries there are. */
async function nextAccount(pool: Pick<Pool, 'query'>, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ account: string }>(
    'SELECT account_id AS account FROM audit_entries WHERE account_id > $1 ORDER BY account_id LIMIT 1',
    [after],
  );
  return rows[0]?.account;
}

import type { Pool } from 'pg';
import { PRUNE_BATCH, inBatches } from './prune-expired.ts';

/** How long the audit log keeps entries, and how many of one account besides those of its owners and the operator. */
const KEPT_DAYS = 366;
const MAX_ENTRIES = 100_000;
/** An owner's entries end by age alone. Those from before this was recorded can be an owner's if a session wrote them. */
const OF_OTHERS = `actor NOT IN ('operator', 'service') AND NOT coalesce(by_owner, actor = 'session')`;

/** Deletes the entries that the audit log keeps no longer: after a year, and the oldest ones of an account with many. */
export async function pruneAudit(pool: Pick<Pool, 'query'>, max = MAX_ENTRIES): Promise<void> {
  await inBatches(
    pool,
    `DELETE FROM audit_entries WHERE (account_id, id) IN (
       SELECT account_id, id FROM audit_entries
       WHERE at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${PRUNE_BATCH})`,
  );
  await inBatches(
    pool,
    `DELETE FROM audit_counts WHERE (account_id, day, action, actor) IN (
       SELECT account_id, day, action, actor FROM audit_counts
       WHERE day < (now() AT TIME ZONE 'UTC')::date - 1 LIMIT ${PRUNE_BATCH})`,
  );
  for (let account: string | undefined = '-1'; ;) {
    account = await nextAccount(pool, account);
    if (account === undefined) return;
    // The newest entry of others beyond the maximum, if there are so many, and all before it; both by the primary key.
    await inBatches(
      pool,
      `DELETE FROM audit_entries WHERE (account_id, id) IN (
         SELECT account_id, id FROM audit_entries
         WHERE account_id = $1 AND ${OF_OTHERS} AND id <= (
           SELECT id FROM audit_entries WHERE account_id = $1 AND ${OF_OTHERS} ORDER BY id DESC OFFSET $2 LIMIT 1)
         LIMIT ${PRUNE_BATCH})`,
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

import type { Pool } from 'pg';
import { BATCH, inBatches } from './prune-expired.ts';

/** How many requests of one account the request log keeps. */
const MAX_REQUESTS = 200_000;

/** Deletes the requests that the request log keeps no longer: after `days`, and the oldest ones of an account with many. */
export async function pruneRequests(
  pool: Pick<Pool, 'query'>,
  days: number,
  max = MAX_REQUESTS,
): Promise<void> {
  await inBatches(
    pool,
    `DELETE FROM requests WHERE (account_id, received_at, id) IN (
       SELECT account_id, received_at, id FROM requests
       WHERE received_at < now() - make_interval(days => $1) LIMIT ${BATCH})`,
    [days],
  );
  for (let after = '-1'; ;) {
    const account = await nextAccount(pool, after);
    if (account === undefined) return;
    after = account;
    const [newest] = await newestBeyond(pool, account, max);
    if (!newest) continue;
    await inBatches(
      pool,
      `DELETE FROM requests WHERE (account_id, received_at, id) IN (
         SELECT account_id, received_at, id FROM requests
         WHERE account_id = $1 AND (received_at, id) <= ($2::timestamptz, $3::bigint) LIMIT ${BATCH})`,
      [account, newest.receivedAt, newest.id],
    );
  }
}

/** Returns the next account with requests: a look into the primary key, however many requests there are. */
async function nextAccount(pool: Pick<Pool, 'query'>, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ account: string }>(
    'SELECT account_id AS account FROM requests WHERE account_id > $1 ORDER BY account_id LIMIT 1',
    [after],
  );
  return rows[0]?.account;
}

/** Returns the newest request beyond the maximum, if the account has so many; reads the primary key alone. */
async function newestBeyond(pool: Pick<Pool, 'query'>, account: string, max: number) {
  const { rows } = await pool.query<{ receivedAt: Date; id: string }>(
    `SELECT received_at AS "receivedAt", id FROM requests WHERE account_id = $1
     ORDER BY received_at DESC, id DESC OFFSET $2 LIMIT 1`,
    [account, max],
  );
  return rows;
}

import type { Pool } from 'pg';
import { requestExpiry } from '../schema/insight/request/expiry.ts';
import { accountsWith, inBatches, PRUNE_BATCH } from './in-batches.ts';
import { pruneExpired } from './prune-expired.ts';

/** How many requests of one account the request log keeps. */
const MAX_LOGGED_REQUESTS = 200_000;
/** How many bodies of one account the request log keeps, about eight megabytes. */
const MAX_BODIES = 2_000;

/**
 * Deletes the requests that the request log keeps no longer: after `days`, and the oldest ones of an account
 * with many. Erases bodies likewise, and all of an account that switched them off.
 */
export async function pruneRequests(
  pool: Pick<Pool, 'query'>,
  days: number,
  { max = MAX_LOGGED_REQUESTS, maxBodies = MAX_BODIES } = {},
): Promise<void> {
  await pruneExpired(pool, requestExpiry(days));
  await inBatches(
    pool,
    `UPDATE requests SET body = NULL, body_cut = false WHERE (account_id, received_at, id) IN (
       SELECT account_id, received_at, requests.id FROM requests JOIN accounts ON accounts.id = account_id
       WHERE body IS NOT NULL AND NOT logs_request_bodies LIMIT ${PRUNE_BATCH})`,
  );
  for await (const account of accountsWith(pool, 'requests')) {
    const [newest] = await newestBeyond(pool, account, max);
    if (newest) {
      await inBatches(pool, `DELETE FROM requests WHERE ${inBatchUpTo('true')}`, {
        values: [account, newest.receivedAt, newest.id],
      });
    }
    const [body] = await newestBeyond(pool, account, maxBodies, 'body IS NOT NULL');
    if (!body) continue;
    await inBatches(
      pool,
      `UPDATE requests SET body = NULL, body_cut = false WHERE ${inBatchUpTo('body IS NOT NULL')}`,
      { values: [account, body.receivedAt, body.id] },
    );
  }
}

/** Returns the SQL condition of a batch of requests: those of account $1 up to the one of $2 and $3. */
function inBatchUpTo(condition: string): string {
  return `(account_id, received_at, id) IN (
    SELECT account_id, received_at, id FROM requests
    WHERE account_id = $1 AND (received_at, id) <= ($2::timestamptz, $3::bigint)
      AND ${condition} LIMIT ${PRUNE_BATCH})`;
}

/** Returns the newest request beyond the maximum, if the account has so many; reads an index alone. */
async function newestBeyond(pool: Pick<Pool, 'query'>, account: string, max: number, condition = 'true') {
  const { rows } = await pool.query<{ receivedAt: Date; id: string }>(
    `SELECT received_at AS "receivedAt", id FROM requests WHERE account_id = $1 AND ${condition}
     ORDER BY received_at DESC, id DESC OFFSET $2 LIMIT 1`,
    [account, max],
  );
  return rows;
}

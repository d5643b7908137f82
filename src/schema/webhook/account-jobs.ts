import type { Pool } from 'pg';
import type { Tx } from '../../database/connect.ts';

/** The task that sends an account's webhooks. */
export const SEND_WEBHOOKS = 'sendWebhooks';

/** Accounts per statement. */
const PAGE = 200;
/** How long an account stays assigned to a worker that does not renew its lease. */
const LEASE_S = 15;
/** A job scheduled this much later than its account's next message is moved forward. */
const LATE_S = 1;

const JOB = `'${SEND_WEBHOOKS}', json_build_object('accountId', id::text)`;

/** Messages that a pause of their subscription does not hold up, as in the index for them. */
export const UNPAUSED = '(failures > 0 OR at_once) AND (at_once OR NOT retries_wait)';

/** Rows of accounts that have something to send, now or later. */
const EVENTS = 'events WHERE recipients IS NOT NULL';
const WORK = {
  events: [EVENTS],
  anything: [EVENTS, `webhook_messages WHERE status = 'pending'`, 'webhook_chores WHERE true'],
};
export type Work = keyof typeof WORK;

function find(work: Work) {
  const after = (id: string) =>
    `least(${WORK[work].map((rows) => `(SELECT min(account_id) FROM ${rows} AND account_id > ${id})`).join()})`;
  return {
    name: `accounts-with-${work}`,
    text: `
      WITH RECURSIVE account (id) AS (
        SELECT ${after('$1')} UNION ALL SELECT ${after('account.id')} FROM account WHERE id IS NOT NULL)
      SELECT id FROM account WHERE id IS NOT NULL LIMIT ${PAGE}`,
  };
}

// A locked job, or one that failed for good, does not count: its worker may be dead.
const ADD_MISSING = {
  name: 'add-missing-jobs',
  text: `
    WITH due AS MATERIALIZED (
      SELECT id, coalesce(
        (SELECT now() FROM events WHERE account_id = account.id AND recipients IS NOT NULL LIMIT 1),
        (SELECT now() FROM webhook_chores WHERE account_id = account.id LIMIT 1),
        (SELECT min(least(greatest(next_attempt_at, paused_until), CASE WHEN paused_until > now() THEN (
           SELECT next_attempt_at FROM webhook_messages message
           WHERE account_id = account.id AND subscription_id = subscription.id AND message.status = 'pending' AND ${UNPAUSED}
           ORDER BY next_attempt_at LIMIT 1) END))
         FROM webhook_subscriptions subscription CROSS JOIN LATERAL (
           SELECT next_attempt_at FROM webhook_messages message
           WHERE account_id = account.id AND subscription_id = subscription.id AND message.status = 'pending'
           ORDER BY next_attempt_at LIMIT 1) AS message
         WHERE subscription.account_id = account.id)) AS at
      FROM unnest($1::bigint[]) AS account (id)
      WHERE NOT EXISTS (SELECT FROM webhook_runs WHERE account_id = account.id AND until > now())
    )
    SELECT graphile_worker.add_jobs(array_agg((
      ${JOB}, NULL, greatest(at, now()), NULL, 'webhooks:' || id, NULL, NULL)::graphile_worker.job_spec))
    FROM due
    WHERE at IS NOT NULL AND NOT EXISTS (
      SELECT FROM graphile_worker._private_jobs job
      WHERE job.key = 'webhooks:' || due.id AND is_available AND run_at <= greatest(at, now()) + interval '${LATE_S} s')
    HAVING count(*) > 0`,
};

const CLAIM = {
  name: 'claim-account',
  text: `
    WITH claimed AS (
      INSERT INTO webhook_runs AS run (account_id, worker, until) VALUES ($1, $2, now() + interval '${LEASE_S} s')
      ON CONFLICT (account_id) DO UPDATE SET worker = excluded.worker, until = excluded.until
      WHERE run.worker = excluded.worker OR run.until < now() RETURNING account_id)
    SELECT EXISTS (SELECT FROM webhook_chores WHERE account_id = $1) OR EXISTS (
      SELECT FROM webhook_subscriptions subscription WHERE subscription.account_id = $1 AND status = 'deactivated'
        AND EXISTS (SELECT FROM webhook_messages message WHERE message.account_id = $1
                      AND message.subscription_id = subscription.id AND message.status = 'pending')) AS "hasChores"
    FROM claimed`,
};

const RELEASE = {
  name: 'release-account',
  text: 'DELETE FROM webhook_runs WHERE account_id = $1 AND worker = $2',
};

const WAKE_IDLE = `
  SELECT graphile_worker.add_job(${JOB}, job_key => 'webhooks:' || id) FROM (SELECT $1::bigint AS id) AS account
  WHERE NOT EXISTS (SELECT FROM webhook_runs WHERE account_id = id AND until > now())`;

const WAKE = `SELECT FROM (SELECT $1::bigint AS id) AS account, graphile_worker.add_job(${JOB}, job_key => 'webhooks:' || id)`;

/** Yields the accounts that have such rows, ordered by id, 200 at a time. */
export async function* accountsWith(pool: Pool, work: Work): AsyncGenerator<bigint[]> {
  let page: bigint[] = [];
  do {
    const { rows } = await pool.query<{ id: string }>({ ...find(work), values: [page.at(-1) ?? 0n] });
    page = rows.map(({ id }) => BigInt(id));
    yield page;
  } while (page.length === PAGE);
}

/** Adds the missing jobs of accounts without a run, scheduled for the account's next due message. */
export async function addMissingJobs(pool: Pool, accounts: bigint[]): Promise<void> {
  if (accounts.length > 0) await pool.query({ ...ADD_MISSING, values: [accounts] });
}

/** Adds the account's job, even during a run: that run then checks for work again. */
export async function wakeAccount(tx: Tx, account: bigint): Promise<void> {
  await tx.$queryRawUnsafe(WAKE, account);
}

/** Adds the account's job, or moves it to now, unless there is a run, which checks for work periodically. */
export async function wakeIdleAccount(pool: Pool, account: bigint): Promise<void> {
  await pool.query(WAKE_IDLE, [account]);
}

/** Claims the account for this worker for another 15 seconds. Returns undefined when another worker has it. */
export async function claimAccount(
  pool: Pool,
  account: bigint,
  worker: string,
): Promise<{ hasChores: boolean } | undefined> {
  const { rows } = await pool.query<{ hasChores: boolean }>({ ...CLAIM, values: [account, worker] });
  return rows[0];
}

/** Releases the account, and adds a job for whatever is left to send. */
export async function releaseAccount(pool: Pool, account: bigint, worker: string): Promise<void> {
  await pool.query({ ...RELEASE, values: [account, worker] });
  await addMissingJobs(pool, [account]);
}

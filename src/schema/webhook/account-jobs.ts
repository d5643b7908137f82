import type { Pool } from 'pg';
import type { Tx } from '../../database/connect.ts';

/** The task that sends an account's webhooks. */
export const SEND_WEBHOOKS = 'sendWebhooks';

/** Accounts that one statement looks at. */
export const ACCOUNTS_PAGE = 200;
/** A job that comes this much later than its account's next message is brought forward. */
const LATE_S = 1;

/** The first moment at which the account of `account.id` has something to send. */
const NEXT_DUE = `
  SELECT min(next_attempt_at) FROM webhook_subscriptions subscription CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM webhook_messages message
    WHERE message.account_id = account.id AND message.subscription_id = subscription.id AND message.status = 'pending'
    ORDER BY next_attempt_at LIMIT 1) AS message
  WHERE subscription.account_id = account.id`;

/** Adds a job for each row (id, due_at) of `due`, by its key: an account has one that waits at most. */
function addJobs(due: string): string {
  return `
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT coalesce(array_agg((
        '${SEND_WEBHOOKS}', json_build_object('accountId', id::text), NULL, due_at, 25, 'webhooks:' || id, NULL, NULL
      )::graphile_worker.job_spec), '{}') FROM ${due} AS due))`;
}

/** Accounts that no other worker sends for, and whose job is missing, failed or late. */
const WITHOUT_JOB = `
  NOT EXISTS (SELECT FROM webhook_runs run WHERE run.account_id = wanted.id AND run.worker <> $2)
  AND NOT EXISTS (
    SELECT FROM graphile_worker.jobs job WHERE job.key = 'webhooks:' || wanted.id AND job.locked_at IS NULL
      AND job.attempts = 0 AND job.run_at <= wanted.due_at + interval '${LATE_S} s')`;

const FIND_WAITING = {
  name: 'accounts-with-events',
  text: `
    WITH RECURSIVE account (id) AS (
      SELECT min(account_id) FROM events WHERE recipients IS NOT NULL AND account_id > $1
      UNION ALL
      SELECT (SELECT min(account_id) FROM events WHERE recipients IS NOT NULL AND account_id > account.id)
      FROM account WHERE id IS NOT NULL)
    SELECT id FROM account WHERE id IS NOT NULL LIMIT ${ACCOUNTS_PAGE}`,
};

const ADD = {
  name: 'add-account-jobs',
  text: addJobs(`(SELECT * FROM (SELECT id, now() AS due_at FROM unnest($1::bigint[]) AS id) AS wanted
                  WHERE ${WITHOUT_JOB})`),
};

const ADD_ONE = addJobs('(SELECT $1::bigint AS id, now() AS due_at)');

// Both are pages of the accounts in the order of their ids, and so is what they have in common.
const SWEEP = {
  name: 'sweep-accounts',
  text: `
    WITH RECURSIVE pending (id) AS (
      SELECT min(account_id) FROM webhook_messages WHERE status = 'pending' AND account_id > $1
      UNION ALL
      SELECT (SELECT min(account_id) FROM webhook_messages WHERE status = 'pending' AND account_id > pending.id)
      FROM pending WHERE id IS NOT NULL
    ), busy (id) AS (
      SELECT DISTINCT account_id FROM webhook_chores WHERE account_id > $1 ORDER BY account_id LIMIT ${ACCOUNTS_PAGE}
    ), account AS MATERIALIZED (
      SELECT id FROM (SELECT id FROM (SELECT id FROM pending WHERE id IS NOT NULL LIMIT ${ACCOUNTS_PAGE}) AS page
                      UNION SELECT id FROM busy) AS either
      ORDER BY id LIMIT ${ACCOUNTS_PAGE}
    ), wanted AS MATERIALIZED (
      SELECT id, CASE WHEN EXISTS (SELECT FROM busy WHERE busy.id = account.id) THEN now() ELSE (${NEXT_DUE}) END AS due_at
      FROM account
    ), added AS (${addJobs(`(SELECT * FROM wanted WHERE due_at IS NOT NULL AND id <> ALL($3) AND ${WITHOUT_JOB})`)})
    SELECT (SELECT max(id) FROM account) AS last, (SELECT count(*)::int FROM account) AS accounts FROM added`,
};

const RELEASE = {
  name: 'release-account',
  text: `
    WITH account AS (DELETE FROM webhook_runs WHERE account_id = $1 AND worker = $2 RETURNING account_id AS id),
    due AS (SELECT id, CASE WHEN $3 THEN now() ELSE (${NEXT_DUE}) END AS due_at FROM account)
    ${addJobs('(SELECT * FROM due WHERE due_at IS NOT NULL)')}`,
};

// A lease of one's own is left from a run that could not give it back.
const CLAIM = {
  name: 'claim-account',
  text: `
    WITH claimed AS (
      INSERT INTO webhook_runs (account_id, worker) VALUES ($1, $2)
      ON CONFLICT (account_id) DO UPDATE SET worker = $2 WHERE webhook_runs.worker = $2 RETURNING account_id)
    SELECT EXISTS (SELECT FROM webhook_chores WHERE account_id = $1) OR EXISTS (
      SELECT FROM webhook_subscriptions subscription WHERE subscription.account_id = $1 AND status = 'deactivated'
        AND EXISTS (SELECT FROM webhook_messages message WHERE message.account_id = $1
                      AND message.subscription_id = subscription.id AND message.status = 'pending')) AS "hasChores"
    FROM claimed`,
};

/** Returns the accounts after `after` that have events to turn into messages, in the order of their ids: 200 at most. */
export async function findWaitingAccounts(pool: Pool, after: bigint): Promise<bigint[]> {
  const { rows } = await pool.query<{ id: string }>({ ...FIND_WAITING, values: [after] });
  return rows.map(({ id }) => BigInt(id));
}

/** Adds jobs, to run now, for those of the accounts that have none and that no other worker sends for. */
export async function addAccountJobs(pool: Pool, accounts: bigint[], worker: string): Promise<void> {
  await pool.query({ ...ADD, values: [accounts, worker] });
}

/** Adds the account's job, also where it is being sent for: whoever does so looks at all of it again. */
export async function wakeAccount(tx: Tx, account: bigint): Promise<void> {
  await tx.$queryRawUnsafe(ADD_ONE, account);
}

/** Adds the jobs that are missing, however that came about, of all accounts but those that run here. */
export async function sweepAccounts(pool: Pool, running: bigint[], worker: string): Promise<void> {
  for (let after = 0n, accounts = ACCOUNTS_PAGE; accounts === ACCOUNTS_PAGE;) {
    const { rows } = await pool.query({ ...SWEEP, values: [after, worker, running] });
    ({ accounts } = rows[0]);
    after = BigInt(rows[0].last ?? 0);
  }
}

/** Makes this worker the account's only sender, or keeps it so. Returns undefined where another one is. */
export async function claimAccount(
  pool: Pool,
  account: bigint,
  worker: string,
): Promise<{ hasChores: boolean } | undefined> {
  const { rows } = await pool.query<{ hasChores: boolean }>({ ...CLAIM, values: [account, worker] });
  return rows[0];
}

/** Gives the account back, and leaves a job: for now if there `isMore` to do, else for when its next message is due. */
export async function releaseAccount(
  pool: Pool,
  account: bigint,
  worker: string,
  isMore: boolean,
): Promise<void> {
  await pool.query({ ...RELEASE, values: [account, worker, isMore] });
}

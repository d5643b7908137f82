import { type Database, type Db, inTransaction, type Tx } from '../../database/connect.ts';
import { gathered } from '../../database/gathered.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type DeliverMessage, enqueueEach } from './delivery-job.ts';
import { recordSuccesses, type Success } from './record-success.ts';
import { nextStep } from './retry-schedule.ts';

/** What came of sending a message once; `error` is null exactly when it succeeded. */
export interface Attempt {
  attemptedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseExcerpt: string | null;
}

export interface RetryPolicy {
  /** Seconds before each retry. */
  retryDelays: readonly number[];
  /** Consecutive failures that deactivate a subscription. */
  disableAfter: number;
}

/** Writes an attempt down with all that follows from it. Nothing happens twice: a job that was overtaken writes nothing. */
export type RecordAttempt = (job: DeliverMessage, attempt: Attempt) => Promise<void>;

/** Nearly every attempt is a success, and successes that come together are written together. */
export function createRecordAttempt(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  policy: RetryPolicy,
): RecordAttempt {
  const succeed = gathered((successes: readonly Success[]) => recordSuccesses(pool, successes));
  return (job, attempt) => {
    if (attempt.error === null) return succeed({ job, attempt });
    return fail(
      prisma,
      { account: BigInt(job.account), id: BigInt(job.message), job: job.job },
      attempt,
      policy,
    );
  };
}

interface MessageKey {
  account: bigint;
  id: bigint;
  job: number;
}

async function fail(db: Db, message: MessageKey, attempt: Attempt, policy: RetryPolicy): Promise<void> {
  await inTransaction(db, async (tx) => {
    const subscription = await lockSubscription(tx, message);
    const current = subscription && (await lockMessage(tx, message));
    if (!current) return;
    await tx.$queryRaw`WITH message AS (SELECT ${message.account}::bigint AS account_id, ${message.id}::bigint AS id)
                       ${insertAttempt(attempt)} RETURNING 1 AS done`;
    const isActive =
      subscription.status === 'active' &&
      !(await countFailure(tx, message, subscription.id, attempt, policy));
    const next = nextStep(current.failures + 1, policy.retryDelays);
    if (next === 'give up') return settle(tx, message, 'failed');
    // Cancelled while it was under way, it stays so even if the subscription was enabled again since.
    if (!isActive || current.status === 'cancelled') return settle(tx, message, 'cancelled');
    await retry(tx, message, next.retryAfterSeconds);
  });
}

async function lockSubscription(tx: Tx, { account, id }: MessageKey) {
  const [subscription] = await tx.$queryRaw<{ id: bigint; status: string }[]>`
    SELECT id, status FROM webhook_subscriptions
    WHERE account_id = ${account} AND id = (
      SELECT subscription_id FROM webhook_messages WHERE account_id = ${account} AND id = ${id})
    FOR NO KEY UPDATE`;
  return subscription;
}

async function lockMessage(tx: Tx, { account, id, job }: MessageKey) {
  const [message] = await tx.$queryRaw<{ failures: number; status: string }[]>`
    SELECT failures, status FROM webhook_messages
    WHERE account_id = ${account} AND id = ${id} AND job_number = ${job} AND status IN ('pending', 'cancelled')
    FOR NO KEY UPDATE`;
  return message;
}

/** Adds to the subscription's consecutive failures; at the limit deactivates it and stops what waits. */
async function countFailure(
  tx: Tx,
  { account }: MessageKey,
  id: bigint,
  { error }: Attempt,
  policy: RetryPolicy,
): Promise<boolean> {
  const reason = `${policy.disableAfter} consecutive callbacks failed, the last one by ${error}`;
  const [{ deactivated }] = await tx.$queryRaw<[{ deactivated: boolean }]>`
    UPDATE webhook_subscriptions SET
      consecutive_failures = consecutive_failures + 1,
      status = CASE WHEN consecutive_failures + 1 >= ${policy.disableAfter} THEN 'deactivated' ELSE status END,
      deactivated_at = CASE WHEN consecutive_failures + 1 >= ${policy.disableAfter} THEN now() END,
      deactivation_reason = CASE WHEN consecutive_failures + 1 >= ${policy.disableAfter} THEN ${reason} END
    WHERE account_id = ${account} AND id = ${id}
    RETURNING status = 'deactivated' AS deactivated`;
  if (deactivated) {
    await tx.$executeRaw`
      UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL
      WHERE account_id = ${account} AND id IN (
        SELECT id FROM webhook_messages
        WHERE account_id = ${account} AND subscription_id = ${id} AND status = 'pending'
        ORDER BY id FOR NO KEY UPDATE)`;
  }
  return deactivated;
}

async function settle(tx: Tx, { account, id }: MessageKey, status: 'failed' | 'cancelled'): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_messages SET status = ${status}, failures = failures + 1, next_attempt_at = NULL
    WHERE account_id = ${account} AND id = ${id}`;
}

async function retry(tx: Tx, { account, id }: MessageKey, seconds: number): Promise<void> {
  await tx.$queryRaw`
    WITH message AS (
      UPDATE webhook_messages SET failures = failures + 1, job_number = job_number + 1,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
      WHERE account_id = ${account} AND id = ${id}
      RETURNING *
    ) ${enqueueEach(Prisma.sql`message`)}`;
}

function insertAttempt({ attemptedAt, durationMs, statusCode, error, responseExcerpt }: Attempt): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms, status_code, error, response_excerpt)
    SELECT account_id, id, ${attemptedAt}::timestamptz, ${durationMs}::int, ${statusCode}::smallint, ${error}, ${responseExcerpt}
    FROM message`;
}

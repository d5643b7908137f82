import type { Attempt } from '@provender/guarded-sender';
import type { Pool, PoolClient } from 'pg';
import { rowTypes } from '../../database/direct/row-types.ts';
import { transact } from '../../database/transact.ts';
import type { OutgoingMessage } from './claim-messages.ts';
import { type Standing, standingAfter } from './deactivation.ts';
import { type RetryPolicy, type Step, stepAfter } from './retry-policy.ts';
import { SLOW_MS } from './sending-limits.ts';
import { queryOf, tidyBatch } from './tidy-subscription.ts';
import { addIdleWebhookJob, planRetries, type SubscriptionRef } from './webhook-jobs.ts';

/** An attempt that ended. */
export interface Ended {
  message: Pick<OutgoingMessage, 'accountId' | 'subscriptionId' | 'id' | 'lease' | 'failures' | 'isFailing'>;
  attempt: Attempt;
}

interface Held extends SubscriptionRef, Pick<Standing, 'consecutiveFailures' | 'pausedUntil'> {
  isHeld: boolean;
  isActive: boolean;
  now: Date;
}

/** A message as it is stored. */
interface Stored extends Pick<Step, 'status' | 'failures'> {
  id: bigint;
  lease: bigint | null;
}

const LOCK = {
  name: 'lock-subscriptions',
  text: `
    SELECT s.account_id AS "accountId", s.id, held.*, held.version IS NOT NULL AS "isHeld", clock_timestamp() AS now
    FROM unnest($1::bigint[], $2::bigint[]) AS asked (account, subscription)
    JOIN webhook_subscriptions s ON s.account_id = account AND s.id = subscription LEFT JOIN LATERAL (
      SELECT version, status = 'active' AS "isActive", consecutive_failures AS "consecutiveFailures", paused_until AS "pausedUntil"
      FROM webhook_subscriptions WHERE account_id = s.account_id AND id = s.id FOR NO KEY UPDATE SKIP LOCKED) AS held ON true`,
};

const READ = {
  name: 'read-attempted',
  text: `
    SELECT m.id, lease, status, failures FROM unnest($1::bigint[], $2::bigint[]) AS asked (account, message)
    JOIN webhook_messages m ON m.account_id = account AND m.id = message ORDER BY m.id FOR NO KEY UPDATE OF m`,
};

const WRITE = {
  name: 'settle-attempts',
  text: `
    WITH message AS MATERIALIZED (
      SELECT r.*, m.lease = r.lease AS is_leased FROM json_to_recordset($1) AS r (
        account bigint, subscription bigint, id bigint, lease bigint, status text, failures int, "nextAttemptAt" timestamptz, "attemptedAt" timestamptz,
        "durationMs" int, "statusCode" smallint, error text, "responseExcerpt" text)
      JOIN webhook_messages m ON m.account_id = r.account AND m.id = r.id ORDER BY r.id FOR NO KEY UPDATE OF m
    ), settled AS (
      UPDATE webhook_messages m SET status = message.status, failures = message.failures, next_attempt_at = "nextAttemptAt", lease = NULL, at_once = false
      FROM message WHERE m.account_id = account AND m.id = message.id AND is_leased
    ), logged AS (
      INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms, status_code, error, response_excerpt)
      SELECT account, id, "attemptedAt", "durationMs", "statusCode", error, "responseExcerpt" FROM message ORDER BY "attemptedAt"
    ), standing AS MATERIALIZED (
      -- Without its lock, a subscription that somebody else changes keeps its failures until the next success.
      SELECT d.*, s.account_id, s.id FROM json_to_recordset($2) AS d (
        subscription bigint, failures int, "pausedUntil" timestamptz, error text, "isSlow" boolean)
      JOIN webhook_subscriptions s ON s.account_id = (SELECT account FROM message WHERE message.subscription = d.subscription AND is_leased LIMIT 1)
        AND s.id = d.subscription
      WHERE status = 'active' AND (consecutive_failures, paused_until, is_slow) IS DISTINCT FROM (failures, "pausedUntil", "isSlow")
      FOR NO KEY UPDATE OF s SKIP LOCKED
    )
    UPDATE webhook_subscriptions s SET consecutive_failures = failures, paused_until = "pausedUntil", is_slow = "isSlow", version = version + 1,
      status = CASE WHEN error IS NULL THEN 'active' ELSE 'deactivated' END, deactivated_at = CASE WHEN error IS NOT NULL THEN now() END, deactivation_error = error
    FROM standing WHERE s.account_id = standing.account_id AND s.id = standing.id`,
};

/**
 * Settles attempts: their messages' next steps, their log, and their subscriptions' failures, pauses and deactivation.
 * An attempt that lost its lease is logged, and changes nothing else. Returns for each whether it was settled: not if
 * another transaction has locked its subscription.
 *
 * @param ended in the order in which they ended
 */
export async function settleAttempts(
  pool: Pool,
  ended: readonly Ended[],
  policy: RetryPolicy,
): Promise<boolean[]> {
  const bySubscription = Map.groupBy(ended, ({ message }) => message.subscriptionId);
  const groups = Map.groupBy(bySubscription.values(), (group) => group.every(isSuccess));
  const [successes, others] = [groups.get(true), groups.get(false)];
  const [, locked] = await Promise.all([
    successes && settleSuccesses(pool, successes),
    others && transact(pool, (client) => settleUnderLock(client, others, policy)),
  ]);
  return ended.map(({ message }) => !locked?.has(message.subscriptionId));
}

/** Returns whether there is nothing to decide. */
function isSuccess({ message: { isFailing }, attempt: { error } }: Ended): boolean {
  return error === null && !isFailing;
}

async function settleSuccesses(pool: Pool, groups: readonly Ended[][]): Promise<void> {
  const results = groups.flat().map((each) => {
    return resultOf(each, { status: 'succeeded', failures: each.message.failures, nextAttemptAt: null });
  });
  const standing = { consecutiveFailures: 0, pausedUntil: null, deactivationError: null };
  await write(
    pool,
    results,
    groups.map((group) => standingOf(group, standing)),
  );
}

/** Decides under the subscriptions' locks. Returns those that others had locked. */
async function settleUnderLock(
  client: PoolClient,
  groups: readonly Ended[][],
  policy: RetryPolicy,
): Promise<Set<bigint>> {
  const asked = groups.map(([first]) => first!.message);
  const locked = await client.query<Held>({
    ...LOCK,
    types: rowTypes,
    values: [asked.map(({ accountId }) => accountId), asked.map(({ subscriptionId }) => subscriptionId)],
  });
  const held = new Map(locked.rows.map((row) => [row.id, row]));
  const mine = groups.filter(([first]) => held.get(first!.message.subscriptionId)?.isHeld);
  const messages = mine.flat().map(({ message }) => message);
  const read = await client.query<Stored>({
    ...READ,
    types: rowTypes,
    values: [messages.map(({ accountId }) => accountId), messages.map(({ id }) => id)],
  });
  const stored = new Map(read.rows.map((row) => [row.id, row]));
  const decided = mine.map((group) => {
    return decide(group, held.get(group[0]!.message.subscriptionId)!, stored, policy);
  });
  await write(
    client,
    decided.flatMap(({ results }) => results),
    decided.flatMap(({ standing }) => standing ?? []),
  );
  await planRetries(
    client,
    decided.flatMap(({ subscription, willRetry }) => (willRetry ? [subscription] : [])),
  );
  for (const { subscription, standing } of decided) {
    if (standing?.error) await cancelWaiting(client, subscription);
  }
  return new Set(locked.rows.filter(({ isHeld }) => !isHeld).map(({ id }) => id));
}

/** Decides what becomes of a subscription and its attempted messages. */
function decide(group: readonly Ended[], held: Held, stored: Map<bigint, Stored>, policy: RetryPolicy) {
  const { isActive, now } = held;
  const isLeased = ({ message }: Ended) => stored.get(message.id)?.lease === message.lease;
  const errors = group.filter(isLeased).map(({ attempt }) => attempt.error);
  const standing = isActive
    ? standingAfter({ ...held, deactivationError: null }, errors, policy, now)
    : undefined;
  const staysActive = standing?.deactivationError === null;
  const steps = group.map(({ message, attempt }) => {
    return stepAfter(stored.get(message.id) ?? GONE, attempt.error, staysActive, policy.retryDelays, now);
  });
  return {
    subscription: held,
    results: group.map((each, at) => resultOf(each, steps[at]!)),
    standing: standing && standingOf(group, standing),
    willRetry: steps.some(({ status }) => status === 'pending'),
  };
}

/** A message that was deleted meanwhile; nothing is written for it. */
const GONE = { status: 'cancelled', failures: 0 };

async function cancelWaiting(client: PoolClient, subscription: SubscriptionRef): Promise<void> {
  const { isMore } = await tidyBatch(queryOf(client), subscription);
  if (isMore) await addIdleWebhookJob(client, 'tidyWebhook', subscription);
}

function resultOf({ message, attempt }: Ended, step: Step) {
  const { accountId, subscriptionId, id, lease } = message;
  const ids = { account: accountId, subscription: subscriptionId, id, lease };
  return { ...ids, ...step, ...attempt };
}

function standingOf(
  group: readonly Ended[],
  { consecutiveFailures, pausedUntil, deactivationError }: Standing,
) {
  const { message, attempt } = group.at(-1)!;
  const isSlow = attempt.durationMs > SLOW_MS;
  return {
    subscription: message.subscriptionId,
    failures: consecutiveFailures,
    pausedUntil,
    error: deactivationError,
    isSlow,
  };
}

async function write(client: Pick<Pool, 'query'>, results: object[], standings: object[]): Promise<void> {
  await client.query({ ...WRITE, values: [json(results), json(standings)] });
}

function json(rows: object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

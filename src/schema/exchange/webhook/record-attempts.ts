import type { Attempt } from '@provender/guarded-sender';
import type { Pool, PoolClient } from 'pg';
import { rowTypes } from '../../../database/direct/row-types.ts';
import { transact } from '../../../database/transact.ts';
import { alertAboutExhausted, type Exhausted } from '../alert/exhausted-messages.ts';
import { findTroubleOf, type TroubleOptions } from '../alert/find-trouble.ts';
import { ADD_ALERT_JOB } from '../../core/event/alert-job.ts';
import { levelOf } from '../alert/types.ts';
import type { OutgoingMessage } from './claim-messages.ts';
import { type FailureState, failuresAfter } from './deactivation.ts';
import { type RetryPolicy, type Step, stepAfter } from './retry-policy.ts';
import { SLOW_MS } from './sending-limits.ts';
import { LOCK_SUBSCRIPTIONS, READ_ATTEMPTED, WRITE_ATTEMPTED } from './settle-statements.ts';
import { statementRunner, tidyBatch } from './tidy-subscription.ts';
import { tryToAddJobs, addIdleWebhookJob, type SubscriptionRef, WAITS_BRIEFLY } from './webhook-jobs.ts';

/** An attempt that ended. */
export interface EndedAttempt {
  message: Pick<OutgoingMessage, 'accountId' | 'subscriptionId' | 'id' | 'lease' | 'failures' | 'isFailing'>;
  attempt: Attempt;
}

/** The options of alerts about failing subscriptions. */
export type Alerting = Pick<TroubleOptions, 'hasMail'>;

interface LockState extends SubscriptionRef, Pick<FailureState, 'consecutiveFailures' | 'pausedUntil'> {
  isHeld: boolean;
  isActive: boolean;
  now: Date;
}

/** A message as it is stored. */
interface AttemptedMessage extends Pick<Step, 'status' | 'failures'> {
  id: bigint;
  lease: bigint | null;
}

/**
 * Records attempts: the next steps of their messages, their log, and the failures, pauses and deactivation of
 * their subscriptions. An attempt that lost its lease is only logged. Returns whether each was recorded: not
 * if another transaction has locked its subscription.
 *
 * @param ended in the order in which they ended
 */
export async function recordAttempts(
  pool: Pool,
  ended: readonly EndedAttempt[],
  policy: RetryPolicy,
  alerting: Alerting,
): Promise<boolean[]> {
  const bySubscription = Map.groupBy(ended, ({ message }) => message.subscriptionId);
  const groups = Map.groupBy(bySubscription.values(), (group) => group.every(isSuccess));
  const [successes, others] = [groups.get(true), groups.get(false)];
  const [, locked] = await Promise.all([
    successes && recordSuccesses(pool, successes),
    others && transact(pool, (client) => recordUnderLock(client, others, policy, alerting)),
  ]);
  return ended.map(({ message }) => !locked?.has(message.subscriptionId));
}

/** Returns whether the attempt changes no state of its subscription. */
function isSuccess({ message: { isFailing }, attempt: { error } }: EndedAttempt): boolean {
  return error === null && !isFailing;
}

async function recordSuccesses(pool: Pool, groups: readonly EndedAttempt[][]): Promise<void> {
  const results = groups.flat().map((each) => {
    return attemptResult(each, { status: 'succeeded', failures: each.message.failures, nextAttemptAt: null });
  });
  const none = { consecutiveFailures: 0, pausedUntil: null, deactivationError: null };
  await storeResults(
    pool,
    results,
    groups.map((group) => failuresOf(group, none)),
  );
}

/**
 * Records attempts while their subscriptions are locked. Returns the subscriptions that others had locked.
 */
async function recordUnderLock(
  client: PoolClient,
  groups: readonly EndedAttempt[][],
  policy: RetryPolicy,
  { hasMail }: Alerting,
): Promise<Set<bigint>> {
  const asked = groups.map(([first]) => first!.message);
  const locked = await client.query<LockState>({
    ...LOCK_SUBSCRIPTIONS,
    types: rowTypes,
    values: [asked.map(({ accountId }) => accountId), asked.map(({ subscriptionId }) => subscriptionId)],
  });
  const held = new Map(locked.rows.map((row) => [row.id, row]));
  const mine = groups.filter(([first]) => held.get(first!.message.subscriptionId)?.isHeld);
  const messages = mine.flat().map(({ message }) => message);
  const read = await client.query<AttemptedMessage>({
    ...READ_ATTEMPTED,
    types: rowTypes,
    values: [messages.map(({ accountId }) => accountId), messages.map(({ id }) => id)],
  });
  const stored = new Map(read.rows.map((row) => [row.id, row]));
  const decided = mine.map((group) => {
    return decide(group, held.get(group[0]!.message.subscriptionId)!, stored, policy);
  });
  await storeResults(
    client,
    decided.flatMap(({ results }) => results),
    decided.flatMap(({ failures }) => failures ?? []),
  );
  const untidy: SubscriptionRef[] = [];
  for (const { subscription, failures } of decided) {
    if (failures?.error && (await tidyBatch(statementRunner(client), subscription)).isMore)
      untidy.push(subscription);
  }
  const troubled = decided.filter(({ isTrouble }) => isTrouble).map(({ subscription }) => subscription);
  const exhausted = decided.flatMap(({ exhausted }) => exhausted ?? []);
  const { disableAfter } = policy;
  if (troubled.length > 0) await findTroubleOf(client, troubled, { disableAfter, hasMail });
  if (exhausted.length > 0) await alertAboutExhausted(client, exhausted, hasMail);
  const hasAlert = troubled.length + exhausted.length > 0;
  if (hasAlert || untidy.length > 0) {
    await tryToAddJobs(client, async () => {
      if (hasAlert) await client.query(`${ADD_ALERT_JOB} WHERE ${WAITS_BRIEFLY}`);
      for (const subscription of untidy) await addIdleWebhookJob(client, 'tidyWebhook', subscription);
    });
  }
  return new Set(locked.rows.filter(({ isHeld }) => !isHeld).map(({ id }) => id));
}

/** Decides the next state of a subscription and of its attempted messages. */
function decide(
  group: readonly EndedAttempt[],
  held: LockState,
  stored: Map<bigint, AttemptedMessage>,
  policy: RetryPolicy,
) {
  const { isActive, now } = held;
  const isLeased = ({ message }: EndedAttempt) => stored.get(message.id)?.lease === message.lease;
  const errors = group.filter(isLeased).map(({ attempt }) => attempt.error);
  const after = isActive
    ? failuresAfter({ ...held, deactivationError: null }, errors, policy, now)
    : undefined;
  const staysActive = after?.deactivationError === null;
  const steps = group.map(({ message, attempt }) => {
    return stepAfter(stored.get(message.id) ?? GONE, attempt.error, staysActive, policy.retryDelays, now);
  });
  return {
    subscription: held,
    isTrouble: after !== undefined && isTrouble(held, after, policy),
    exhausted: exhaustedIn(group.map((each, at) => ({ ...each, step: steps[at]! })).filter(isLeased)),
    results: group.map((each, at) => attemptResult(each, steps[at]!)),
    failures: after && failuresOf(group, after),
  };
}

/** Returns whether the failures of an active subscription reached a level with an alert, or ended. */
function isTrouble(before: LockState, after: FailureState, { disableAfter }: RetryPolicy): boolean {
  const [from, to] = [before, after].map((each) => levelOf(each.consecutiveFailures, disableAfter));
  return after.deactivationError !== null || from !== to;
}

/** Returns the messages of a subscription that used up their retries. */
function exhaustedIn(ended: readonly (EndedAttempt & { step: Step })[]): Exhausted | undefined {
  const failed = ended.filter(({ step }) => step.status === 'failed');
  const last = failed.at(-1);
  if (!last) return undefined;
  const { accountId, subscriptionId, id } = last.message;
  return {
    accountId,
    id: subscriptionId,
    count: failed.length,
    messageId: id,
    attempts: last.step.failures,
    error: last.attempt.error!,
  };
}

/** The state of a message that was deleted meanwhile; nothing is written for it. */
const GONE = { status: 'cancelled', failures: 0 };

function attemptResult({ message, attempt }: EndedAttempt, step: Step) {
  const { accountId, subscriptionId, id, lease } = message;
  const ids = { account: accountId, subscription: subscriptionId, id, lease };
  return { ...ids, ...step, ...attempt };
}

function failuresOf(
  group: readonly EndedAttempt[],
  { consecutiveFailures, pausedUntil, deactivationError }: FailureState,
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

async function storeResults(
  client: Pick<Pool, 'query'>,
  results: object[],
  failures: object[],
): Promise<void> {
  await client.query({ ...WRITE_ATTEMPTED, values: [json(results), json(failures)] });
}

function json(rows: object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

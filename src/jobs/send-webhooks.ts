import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import type { Logger } from '../log.ts';
import {
  type Claim,
  type Claimed,
  claimMessages,
  type OutgoingMessage,
  renewLeases,
} from '../schema/webhook/claim-messages.ts';
import type { RetryPolicy } from '../schema/webhook/retry-policy.ts';
import { AGAIN_MS, IN_PROGRESS, POLL_MS, RENEW_MS, STOP_MS } from '../schema/webhook/sending-limits.ts';
import { type Alerting, type EndedAttempt, settleAttempts } from '../schema/webhook/settle-attempts.ts';
import type { SubscriptionRef } from '../schema/webhook/webhook-jobs.ts';
import { createPlaces } from './places.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface SendOptions {
  pool: Pool;
  send(message: OutgoingMessage): Promise<Attempt>;
  policy: RetryPolicy;
  alerting: Alerting;
  metrics: Pick<WorkerMetrics, 'attempted'>;
  log: Logger;
}

/** What this process sends. */
export interface Sending {
  /** Sends what is due of a subscription, soon. */
  hint(subscription: SubscriptionRef): void;
  /** Returns the subscriptions that wait for places, or for the database. */
  waiting(): bigint[];
  /** Claims nothing more, and waits for the callbacks in progress. */
  stop(): Promise<void>;
  /** Resolves when their attempts are settled. */
  settled(): Promise<unknown>;
  /** Stops trying to settle attempts. */
  giveUp(): void;
}

/** A subscription with something to send; forgotten when it neither claims nor has callbacks in progress. */
interface SubscriptionQueue extends SubscriptionRef {
  isClaiming: boolean;
  /** Whether to claim once more after the claim that goes on. */
  mustClaim: boolean;
  /** Whether to claim after the next callback: there may be more due messages than there were places. */
  isMore: boolean;
  /** The number of its callbacks in progress. */
  underWay: number;
}

/**
 * Creates the sending of a process: subscriptions claim due messages, as many as they have places, send and settle them.
 * It plans nothing: what is due later has a job, which is added with the attempt that it follows.
 */
export function createSending({ pool, send, policy, alerting, metrics, log }: SendOptions): Sending {
  const lines = new Map<bigint, SubscriptionQueue>();
  const places = createPlaces();
  const claim = batched<Claim, Claimed>((claims) => claimMessages(pool, claims, policy.disableAfter));
  const settle = batched<EndedAttempt, boolean>((ended) => settleAttempts(pool, ended, policy, alerting));
  const leased = new Set<OutgoingMessage>();
  const claiming = new Set<Promise<void>>();
  const callbacks = new Set<Promise<Attempt>>();
  const calls = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isOver = false;
  const widening = setInterval(places.widen, AGAIN_MS).unref();
  const renewing = setInterval(() => {
    renewLeases(pool, [...leased]).catch((error: unknown) =>
      log.warn({ err: error }, 'leases could not be renewed'),
    );
  }, RENEW_MS).unref();

  function sendSoon({ accountId, id }: SubscriptionRef): void {
    if (stopping.signal.aborted) return;
    const line = lines.get(id) ?? {
      accountId,
      id,
      isClaiming: false,
      mustClaim: false,
      isMore: false,
      underWay: 0,
    };
    lines.set(id, line);
    line.mustClaim = true;
    if (!line.isClaiming) void track(claiming, claimAll(line));
  }

  async function claimAll(line: SubscriptionQueue): Promise<void> {
    line.isClaiming = true;
    while (line.mustClaim && !stopping.signal.aborted) {
      line.mustClaim = false;
      const againMs = await claimOnce(line).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'messages could not be claimed; trying again');
        return POLL_MS;
      });
      if (againMs === undefined) continue;
      line.mustClaim = true;
      await sleep(againMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    line.isClaiming = false;
    forgetIdle(line);
  }

  /** Claims what is due, and starts to send it. Returns after how long to try again, if nothing else will cause that. */
  async function claimOnce(line: SubscriptionQueue): Promise<number | undefined> {
    const { accountId, id } = line;
    const subject = String(accountId);
    await places.queue.enter(subject);
    let count = 1;
    while (count < IN_PROGRESS && places.queue.tryEnter(subject)) count += 1;
    let messages: OutgoingMessage[] = [];
    try {
      if (stopping.signal.aborted) return undefined;
      const claimed = await claim({ accountId, id, places: count });
      ({ messages } = claimed);
      for (const message of messages) void track(calls, run(line, message, subject));
      line.isMore = claimed.left === 'due' || claimed.left === 'in_progress';
      if (claimed.left === 'unknown') return AGAIN_MS;
      // Other processes have all its places.
      return claimed.left === 'in_progress' && line.underWay === 0 ? POLL_MS : undefined;
    } finally {
      for (let unused = count - messages.length; unused > 0; unused -= 1) places.queue.leave(subject);
    }
  }

  async function run(line: SubscriptionQueue, message: OutgoingMessage, subject: string): Promise<void> {
    line.underWay += 1;
    leased.add(message);
    const attempt = await track(callbacks, send(message));
    places.queue.leave(subject);
    await settleFinally({ message, attempt });
    leased.delete(message);
    line.underWay -= 1;
    // A success after failures ends a pause. The end of one that began has a job.
    if (line.isMore || message.isFailing) sendSoon(line);
    else forgetIdle(line);
  }

  async function settleFinally(ended: EndedAttempt & { message: OutgoingMessage }): Promise<void> {
    while (!isOver) {
      const isSettled = await settle(ended).catch((error: unknown) => {
        if (!isOver) log.warn({ err: error }, 'an attempt could not be recorded; trying again');
      });
      if (isSettled) return metrics.attempted(ended);
      await sleep(isSettled === false ? AGAIN_MS : POLL_MS);
    }
  }

  function forgetIdle(line: SubscriptionQueue): void {
    const isIdle = !line.isClaiming && line.underWay === 0;
    if (isIdle && lines.get(line.id) === line) lines.delete(line.id);
  }

  function rest(): void {
    clearInterval(renewing);
    clearInterval(widening);
  }

  return {
    hint: sendSoon,
    waiting: () =>
      Array.from(
        lines.values().filter(({ isClaiming }) => isClaiming),
        ({ id }) => id,
      ),
    async stop() {
      stopping.abort();
      // What is being claimed is still sent.
      await Promise.race([Promise.all(claiming), sleep(STOP_MS, undefined, { ref: false })]);
      await Promise.all(callbacks);
    },
    async settled() {
      await Promise.all([...claiming, ...calls]);
      await Promise.all(calls);
      rest();
    },
    giveUp() {
      isOver = true;
      rest();
    },
  };
}

/** Keeps a promise in a set until it has ended. */
function track<T>(running: Set<Promise<T>>, promise: Promise<T>): Promise<T> {
  running.add(promise);
  void promise.finally(() => running.delete(promise));
  return promise;
}

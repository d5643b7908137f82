import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import type { Logger } from '../log.ts';
import {
  type MessageClaim,
  type Claimed,
  claimMessages,
  type OutgoingMessage,
  renewLeases,
} from '../schema/exchange/webhook/claim-messages.ts';
import type { RetryPolicy } from '../schema/exchange/webhook/retry-policy.ts';
import {
  AGAIN_MS,
  DISPATCHED,
  IN_PROGRESS,
  SENDING_POLL_MS,
  RENEW_MS,
  SENDING_STOP_MS,
} from '../schema/exchange/webhook/sending-limits.ts';
import {
  type Alerting,
  type EndedAttempt,
  recordAttempts,
} from '../schema/exchange/webhook/record-attempts.ts';
import type { SubscriptionRef } from '../schema/exchange/webhook/webhook-jobs.ts';
import { createCallbackSlots } from './callback-slots.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface SendOptions {
  pool: Pool;
  send(message: OutgoingMessage): Promise<Attempt>;
  policy: RetryPolicy;
  alerting: Alerting;
  metrics: Pick<WorkerMetrics, 'attempted'>;
  log: Logger;
}

/** The sending of callbacks by this process. */
export interface Sending {
  /** Sends the due messages of a subscription soon. */
  sendSoon(subscription: SubscriptionRef): void;
  /** Claims no more messages, and waits for the callbacks in progress. */
  stop(): Promise<void>;
  /** Resolves when the results of these callbacks are recorded. */
  settled(): Promise<unknown>;
  /** Stops recording results. */
  giveUp(): void;
}

/** A subscription with something to send; forgotten when it neither claims nor waits for anything. */
interface SubscriptionQueue extends SubscriptionRef {
  /** The claims of the subscription, one after the other; undefined while it claims nothing. */
  claiming: Promise<void> | undefined;
  /** Whether to claim once more after the claim in progress. */
  mustClaim: boolean;
  /** Whether to claim after the next callback: there may be more due messages than there were slots. */
  isMore: boolean;
  /** The number of the subscription's callbacks in progress. */
  underWay: number;
  /** The timer of its next retry, or of the end of its pause; undefined if both are seconds away. */
  timer: NodeJS.Timeout | undefined;
}

/** A callback in progress. */
interface Callback {
  attempt: Promise<Attempt>;
  settled: Promise<void>;
}

/**
 * Creates the sending of a process: subscriptions claim due messages, as many as they have slots, send them
 * and record the results. A message has its own time: a claim returns how soon the next is due, and what is
 * seconds away comes with the sweep. Decision 15 draws the path of an event.
 */
export function createSending({ pool, send, policy, alerting, metrics, log }: SendOptions): Sending {
  const queues = new Map<bigint, SubscriptionQueue>();
  const callbacks = new Map<OutgoingMessage, Callback>();
  const slots = createCallbackSlots();
  // The planner joins the parts of the statement by nested loops, so its time grows with the square of the
  // claims.
  const claim = batched<MessageClaim, Claimed>(
    (claims) => claimMessages(pool, claims, policy.disableAfter),
    DISPATCHED,
  );
  const settle = batched<EndedAttempt, boolean>((ended) => recordAttempts(pool, ended, policy, alerting));
  const stopping = new AbortController();
  let isOver = false;
  const widening = setInterval(slots.widen, AGAIN_MS).unref();
  const renewing = setInterval(() => {
    renewLeases(pool, [...callbacks.keys()]).catch((error: unknown) =>
      log.warn({ err: error }, 'leases could not be renewed'),
    );
  }, RENEW_MS).unref();

  function sendSoon({ accountId, id }: SubscriptionRef): void {
    if (stopping.signal.aborted) return;
    const queue = queues.get(id) ?? {
      accountId,
      id,
      claiming: undefined,
      mustClaim: false,
      isMore: false,
      underWay: 0,
      timer: undefined,
    };
    queues.set(id, queue);
    queue.mustClaim = true;
    queue.claiming ??= claimAll(queue);
  }

  async function claimAll(queue: SubscriptionQueue): Promise<void> {
    while (queue.mustClaim && !stopping.signal.aborted) {
      queue.mustClaim = false;
      const againMs = await claimOnce(queue).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'messages could not be claimed; trying again');
        return SENDING_POLL_MS;
      });
      if (againMs === undefined) continue;
      queue.mustClaim = true;
      await sleep(againMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    queue.claiming = undefined;
    forgetIdle(queue);
  }

  /** Claims due messages and starts to send them. Returns the pause before a next try, if it needs one. */
  async function claimOnce(queue: SubscriptionQueue): Promise<number | undefined> {
    const { accountId, id } = queue;
    const subject = String(accountId);
    await slots.queue.enter(subject);
    let count = 1;
    while (count < IN_PROGRESS && slots.queue.tryEnter(subject)) count += 1;
    let messages: OutgoingMessage[] = [];
    try {
      if (stopping.signal.aborted) return undefined;
      const claimed = await claim({ accountId, id, slots: count });
      ({ messages } = claimed);
      for (const message of messages) start(queue, message);
      queue.isMore = claimed.left === 'due' || claimed.left === 'in_progress';
      if (claimed.nextMs !== null) claimIn(queue, claimed.nextMs);
      if (claimed.left === 'unknown') return AGAIN_MS;
      // Other processes have all slots of the subscription.
      return claimed.left === 'in_progress' && queue.underWay === 0 ? SENDING_POLL_MS : undefined;
    } finally {
      for (let unused = count - messages.length; unused > 0; unused -= 1) slots.queue.leave(subject);
    }
  }

  /** Claims when the next message is due. */
  function claimIn(queue: SubscriptionQueue, nextMs: number): void {
    clearTimeout(queue.timer);
    queue.timer = setTimeout(() => {
      queue.timer = undefined;
      sendSoon(queue);
    }, nextMs).unref();
  }

  /** Sends a message, which has a slot. */
  function start(queue: SubscriptionQueue, message: OutgoingMessage): void {
    queue.underWay += 1;
    const attempt = send(message);
    callbacks.set(message, { attempt, settled: finish(queue, message, attempt) });
  }

  /** Records the result of an attempt that has ended. */
  async function finish(
    queue: SubscriptionQueue,
    message: OutgoingMessage,
    running: Promise<Attempt>,
  ): Promise<void> {
    const attempt = await running;
    slots.queue.leave(String(message.accountId));
    await settleFinally({ message, attempt });
    callbacks.delete(message);
    queue.underWay -= 1;
    // A success after failures ends a pause. After a failure, the claim returns when the next message is due.
    if (queue.isMore || message.isFailing || attempt.error !== null) sendSoon(queue);
    else forgetIdle(queue);
  }

  async function settleFinally(ended: EndedAttempt & { message: OutgoingMessage }): Promise<void> {
    while (!isOver) {
      const isSettled = await settle(ended).catch((error: unknown) => {
        if (!isOver) log.warn({ err: error }, 'an attempt could not be recorded; trying again');
      });
      if (isSettled) return metrics.attempted(ended);
      await sleep(isSettled === false ? AGAIN_MS : SENDING_POLL_MS);
    }
  }

  function forgetIdle(queue: SubscriptionQueue): void {
    const { claiming, underWay, timer, id } = queue;
    if (!claiming && underWay === 0 && !timer && queues.get(id) === queue) queues.delete(id);
  }

  const claims = () => Promise.all(queues.values().flatMap(({ claiming }) => (claiming ? [claiming] : [])));

  function endTimers(): void {
    clearInterval(renewing);
    clearInterval(widening);
  }

  return {
    sendSoon,
    async stop() {
      stopping.abort();
      // Messages that are being claimed are still sent.
      await Promise.race([claims(), sleep(SENDING_STOP_MS, undefined, { ref: false })]);
      await Promise.all(callbacks.values().map(({ attempt }) => attempt));
    },
    async settled() {
      await claims();
      await Promise.all(callbacks.values().map(({ settled }) => settled));
      endTimers();
    },
    giveUp() {
      isOver = true;
      endTimers();
    },
  };
}

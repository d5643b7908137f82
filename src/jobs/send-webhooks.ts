import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { claimAccount, releaseAccount, wakeIdleAccount } from '../schema/webhook/account-jobs.ts';
import { doChores } from '../schema/webhook/chores.ts';
import { recordAttempts, type RetryPolicy } from '../schema/webhook/record-attempts.ts';
import { type OutgoingMessage, takeDue } from '../schema/webhook/take-due.ts';
import { createAlarms } from './alarms.ts';
import { type Bell, createBell } from './bell.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** The number of accounts that are served concurrently. */
export const PLACES = 500;
/** How long an account keeps its slot while all are taken, and at most. */
const SLICE_MS = 5_000;
const LONGEST_MS = 3_600_000;
/** How long an idle account keeps its slot. */
const LINGER_MS = 1_000;
/** How often a run renews its claim and checks for work without being woken: less often the more runs there are. */
const TICK_MS = { atLeast: 1_000, perAccount: 10 };
/**
 * The pause after an account's statement, so that the next one of its kind does more: most of what a statement costs
 * does not depend on how much it does. It is longer the more events or attempts the last one had, and short after a
 * full batch, which cannot grow. Each kind has its own, so that recording an attempt does not delay the next event.
 */
const PAUSE_MS = { perItem: 30, atMost: 400, afterFull: { alone: 10, crowded: 200 } };

export interface SendOptions {
  pool: Pool;
  /** The id of this worker in claims. */
  worker: string;
  send(account: bigint, message: OutgoingMessage): Promise<Attempt>;
  policy: RetryPolicy;
  metrics: Pick<WorkerMetrics, 'attempted'>;
}

/** The accounts that this process is sending for. */
export interface Runs {
  /** Runs the job: sends an account's webhooks until nothing is due, or others need its slot. */
  send(account: bigint): Promise<void>;
  /** Makes an account's run check for events and due messages. Returns false without such a run. */
  wake(account: bigint): boolean;
  /** Makes every run finish its callbacks and end. */
  stop(): void;
}

interface Run {
  account: bigint;
  outbox: Outbox;
  /** Rings when the run is woken and when a callback has ended. */
  bell: Bell;
  hasChores: boolean;
  /** Whether there may be due messages for which there was no room in memory. */
  isShort: boolean;
  /** Whether to check for events and due messages again. */
  isWoken: boolean;
  /** When the next statement of each kind may start. */
  nextAt: { record: number; take: number };
}

/** Creates the runs of a process. An account has at most one, across all processes. */
export function createRuns({ pool, worker, send: sendMessage, policy, metrics }: SendOptions): Runs {
  const runs = new Map<bigint, Run>();
  const alarms = createAlarms((account) => {
    // Its job is scheduled for this time anyway, but found only by polling.
    if (!wake(account)) wakeIdleAccount(pool, account).catch(() => {});
  });
  let isStopping = false;

  async function send(account: bigint): Promise<void> {
    if (wake(account)) return;
    const bell = createBell();
    const outbox = createOutbox((message) => sendMessage(account, message), bell.ring);
    const flags = { hasChores: false, isShort: false, isWoken: true };
    const run: Run = { account, outbox, bell, ...flags, nextAt: { record: 0, take: 0 } };
    runs.set(account, run);
    try {
      do {
        await work(run);
        // Releasing leaves a job for everything that arrived before; a wake from here on is handled by this run.
        run.isWoken = false;
        await releaseAccount(pool, account, worker);
      } while (run.isWoken && !isStopping);
    } finally {
      outbox.drop();
      await outbox.settled();
      runs.delete(account);
    }
  }

  /** Works until nothing is left, its time is up, or another worker has the account. */
  async function work(run: Run): Promise<void> {
    const startedAt = performance.now();
    let claimedAt = Number.NEGATIVE_INFINITY;
    let isOver = false;
    for (;;) {
      const now = performance.now();
      if (now - claimedAt > tickMs()) {
        isOver ||= !(await claim(run));
        claimedAt = now;
      }
      if (now >= run.nextAt.record) await record(run);
      isOver ||= isStopping || isTimeOver(now - startedAt);
      if (isOver) {
        run.outbox.drop();
        // Otherwise the loop would not wait for the last callbacks.
        run.isWoken = false;
      } else if (run.isWoken && now >= run.nextAt.take) await sendMore(run);
      if (!run.outbox.isEmpty() || run.isWoken) await run.bell.heard(msUntilNext(run));
      else if (isOver || !(await run.bell.heard(lingerMs()))) return;
    }
  }

  /** Claims the account or renews the claim; afterwards everything is checked. */
  async function claim(run: Run): Promise<boolean> {
    const claimed = await claimAccount(pool, run.account, worker);
    run.hasChores ||= claimed?.hasChores ?? false;
    run.isWoken = true;
    return claimed !== undefined;
  }

  async function record(run: Run): Promise<void> {
    const results = run.outbox.ended();
    if (results.length === 0) return;
    const { deactivated, paused } = await recordAttempts(pool, run.account, results, policy);
    run.nextAt.record = after(results.length, run.isShort);
    metrics.attempted(results);
    run.outbox.forget(results.map(({ message }) => message));
    for (const id of deactivated) run.outbox.drop(id);
    if (!isStopping) for (const { id, ms } of paused) alarms.set(id, run.account, ms);
    run.hasChores ||= deactivated.length > 0;
    run.isWoken ||= run.isShort || run.hasChores;
  }

  /** Does a batch of chores, and sends a batch of due messages. */
  async function sendMore(run: Run): Promise<void> {
    const { account, outbox } = run;
    // A wake from here on is for the next time.
    run.isWoken = false;
    if (run.hasChores) run.hasChores = await doChores(pool, account);
    const room = outbox.room(runs.size);
    const { messages, events, areEventsLeft } = await takeDue(pool, account, room);
    outbox.add(messages);
    const isCut = messages.length === room.limit;
    run.isShort = isCut || outbox.isFull();
    run.nextAt.take = after(events, run.isShort || areEventsLeft || run.hasChores);
    run.isWoken ||= run.hasChores || areEventsLeft || (isCut && room.limit > 0);
  }

  function msUntilNext({ outbox, isWoken, nextAt }: Run): number {
    const next = Math.min(outbox.hasEnded() ? nextAt.record : Infinity, isWoken ? nextAt.take : Infinity);
    return Math.max(0, Math.min(next - performance.now(), tickMs()));
  }

  function tickMs(): number {
    return Math.max(TICK_MS.atLeast, TICK_MS.perAccount * runs.size);
  }

  function lingerMs(): number {
    return runs.size > PLACES / 2 ? 0 : LINGER_MS;
  }

  /** Returns when an account's next statement of a kind may start, given what the last one did. */
  function after(count: number, isFull: boolean): number {
    const { perItem, atMost, afterFull } = PAUSE_MS;
    const full = runs.size > 1 ? afterFull.crowded : afterFull.alone;
    return performance.now() + (isFull ? full : Math.min(atMost, perItem * count));
  }

  function isTimeOver(elapsedMs: number): boolean {
    return elapsedMs > LONGEST_MS || (elapsedMs > SLICE_MS && runs.size >= PLACES);
  }

  function wake(account: bigint): boolean {
    const run = runs.get(account);
    if (run) run.isWoken = true;
    run?.bell.ring();
    return run !== undefined;
  }

  return {
    send,
    wake,
    stop() {
      isStopping = true;
      alarms.clear();
      for (const { outbox, bell } of runs.values()) {
        outbox.drop();
        bell.ring();
      }
    },
  };
}

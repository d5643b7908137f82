import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { claimAccount, releaseAccount } from '../schema/webhook/account-jobs.ts';
import { doChores } from '../schema/webhook/chores.ts';
import { recordAttempts, type RetryPolicy } from '../schema/webhook/record-attempts.ts';
import { type OutgoingMessage, takeDue } from '../schema/webhook/take-due.ts';
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
 * Milliseconds between the starts of two rounds of an account: longer the more rounds the process runs, to limit the
 * number of statements.
 */
const ROUND_MS = { atMost: 50, perRoundEachSecond: 0.5 };

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
  /** Whether there may be events, or due messages that are not in memory. */
  isShort: boolean;
}

/** Creates the runs of a process. An account has at most one, across all processes. */
export function createRuns({ pool, worker, send: sendMessage, policy, metrics }: SendOptions): Runs {
  const runs = new Map<bigint, Run>();
  let isStopping = false;
  let roundsEachSecond = 0;
  let countedAt = 0;

  async function send(account: bigint): Promise<void> {
    if (wake(account)) return;
    const bell = createBell();
    const outbox = createOutbox((message) => sendMessage(account, message), bell.ring);
    const run = { account, outbox, bell, hasChores: false, isShort: true };
    runs.set(account, run);
    try {
      do {
        await work(run);
        // Releasing leaves a job for everything that arrived before; a wake from here on is handled by this run.
        run.isShort = false;
        await releaseAccount(pool, account, worker);
      } while (run.isShort && !isStopping);
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
      const roundAt = performance.now();
      if (roundAt - claimedAt > tickMs()) {
        isOver ||= !(await claim(run));
        claimedAt = roundAt;
      }
      await record(run);
      isOver ||= isStopping || isTimeOver(roundAt - startedAt);
      if (isOver) run.outbox.drop();
      const isMore = !isOver && (await sendMore(run));
      if (run.outbox.isEmpty() && !isMore) {
        if (isOver || !(await run.bell.heard(lingerMs()))) return;
      } else if (!isMore) await run.bell.heard(tickMs());
      await sleep(Math.max(0, roundAt + roundMs() - performance.now()));
    }
  }

  /** Claims the account or renews the claim; afterwards everything is checked. */
  async function claim(run: Run): Promise<boolean> {
    const claimed = await claimAccount(pool, run.account, worker);
    run.hasChores ||= claimed?.hasChores ?? false;
    run.isShort = true;
    return claimed !== undefined;
  }

  async function record(run: Run): Promise<void> {
    const results = run.outbox.ended();
    if (results.length === 0) return;
    const deactivated = await recordAttempts(pool, run.account, results, policy);
    metrics.attempted(results);
    run.outbox.forget(results.map(({ message }) => message));
    for (const id of deactivated) run.outbox.drop(id);
    run.hasChores ||= deactivated.length > 0;
  }

  /** Does a batch of chores, and sends a batch of due messages. Returns whether there may be more at once. */
  async function sendMore(run: Run): Promise<boolean> {
    const { account, outbox } = run;
    if (run.hasChores) run.hasChores = await doChores(pool, account);
    if (!run.isShort && !run.hasChores) return false;
    // A wake from here on is for the next round.
    run.isShort = false;
    const room = outbox.room(runs.size);
    const { messages, areEventsLeft } = await takeDue(pool, account, room);
    outbox.add(messages);
    const isCut = messages.length === room.limit;
    run.isShort ||= areEventsLeft || isCut || outbox.isFull();
    return run.hasChores || areEventsLeft || (isCut && room.limit > 0);
  }

  function tickMs(): number {
    return Math.max(TICK_MS.atLeast, TICK_MS.perAccount * runs.size);
  }

  function lingerMs(): number {
    return runs.size > PLACES / 2 ? 0 : LINGER_MS;
  }

  function roundMs(): number {
    const now = performance.now();
    roundsEachSecond = 1 + roundsEachSecond * Math.exp((countedAt - now) / 1_000);
    countedAt = now;
    return Math.min(ROUND_MS.atMost, ROUND_MS.perRoundEachSecond * roundsEachSecond);
  }

  function isTimeOver(elapsedMs: number): boolean {
    return elapsedMs > LONGEST_MS || (elapsedMs > SLICE_MS && runs.size >= PLACES);
  }

  function wake(account: bigint): boolean {
    const run = runs.get(account);
    if (run) run.isShort = true;
    run?.bell.ring();
    return run !== undefined;
  }

  return {
    send,
    wake,
    stop() {
      isStopping = true;
      for (const { outbox, bell } of runs.values()) {
        outbox.drop();
        bell.ring();
      }
    },
  };
}

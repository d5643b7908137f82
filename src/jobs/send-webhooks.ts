import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { claimAccount, releaseAccount } from '../schema/webhook/account-jobs.ts';
import { createMessages } from '../schema/webhook/create-messages.ts';
import { doChores } from '../schema/webhook/do-chores.ts';
import type { OutgoingMessage } from '../schema/webhook/outgoing-message.ts';
import { type Attempt, recordAttempts, type RetryPolicy } from '../schema/webhook/record-attempts.ts';
import { takeDue } from '../schema/webhook/take-due.ts';
import { createFlows, type Flows } from './flows.ts';
import { createNews, type News } from './news.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** Accounts that are sent for at a time. */
export const PLACES = 500;
/** How long an account keeps its place while all are taken, and how long at most. */
const SLICE_MS = 5_000;
const LONGEST_MS = 3_600_000;
/** How long a place is kept for what may come. */
const LINGER_MS = 1_000;
/** How often a run asks the database for what nobody told it of: less often the more runs there are. */
const TICK_MS = { atLeast: 1_000, perAccount: 10 };
/** Milliseconds between the begins of two rounds of an account: longer the more rounds the process makes, so that statements are few. */
const ROUND_MS = { atMost: 50, perRoundEachSecond: 0.5 };

export interface SendOptions {
  pool: Pool;
  /** Who claims the accounts. */
  worker: string;
  send(account: bigint, message: OutgoingMessage): Promise<Attempt>;
  policy: RetryPolicy;
  metrics: Pick<WorkerMetrics, 'attempted'>;
}

/** The accounts that this process sends for. */
export interface Runs {
  /** The job: sends an account's webhooks until nothing is due, or others need its place. */
  send(account: bigint): Promise<void>;
  accounts(): bigint[];
  /** Tells an account's run that there are events. Returns false when there is no such run. */
  wake(account: bigint): boolean;
  /** Has every run finish the callbacks under way, and end. */
  stop(): void;
}

/** Creates the runs of a process; an account has one at most, here and elsewhere. */
export function createRuns({ pool, worker, send: sendMessage, policy, metrics }: SendOptions): Runs {
  const runs = new Map<bigint, News>();
  let isStopping = false;
  let roundsEachSecond = 0;
  let countedAt = 0;

  async function send(account: bigint): Promise<void> {
    const other = runs.get(account);
    if (other) return other.tell('events', 'chores', 'due');
    const news = createNews();
    const flows = createFlows(
      (message) => sendMessage(account, message),
      () => runs.size,
      () => news.tell(),
    );
    runs.set(account, news);
    try {
      news.tell('events', 'due');
      while (news.isAny() && (await claim(account, news))) {
        const isMore = await work(account, flows, news);
        // What it is told of from here on it does after all.
        await releaseAccount(pool, account, worker, isMore);
        if (isMore) return;
      }
    } finally {
      flows.close();
      while (flows.isUnderWay()) await news.within(LINGER_MS);
      runs.delete(account);
    }
  }

  /** Works until nothing is left to do, or its time is over. Returns whether something is left. */
  async function work(account: bigint, flows: Flows, news: News): Promise<boolean> {
    const startedAt = performance.now();
    let checkedAt = startedAt;
    let position = 0n;
    for (;;) {
      const roundAt = performance.now();
      const isOver = isStopping || isTimeOver(roundAt - startedAt);
      if (isOver) flows.close();
      await record(account, flows, news);
      if (!isOver) {
        if (news.take('chores') && (await doChores(pool, account))) news.tell('chores', 'due');
        if (news.take('events')) {
          const { messages, isMore } = await createMessages(pool, account);
          flows.accept(messages);
          if (flows.isShort && flows.hasRoom()) news.tell('due');
          if (isMore) news.tell('events');
        }
        if (news.take('due')) position = await take(account, flows, news, position);
      }
      if (flows.isEmpty()) {
        if (isOver || (!news.isAny() && runs.size > PLACES / 2)) return news.isAny() || flows.isShort;
        news.settle();
        if (!news.isAny() && !isStopping) await news.within(LINGER_MS);
        if (!news.isAny()) return false;
      } else if (isOver || !news.isAny()) {
        await news.within(tickMs());
      }
      if (roundAt - checkedAt > tickMs()) {
        if (!(await claim(account, news))) return false;
        news.tell('due');
        checkedAt = roundAt;
      }
      await sleep(Math.max(0, roundAt + roundMs() - performance.now()));
    }
  }

  /** Makes the account this worker's, or finds that it still is. */
  async function claim(account: bigint, news: News): Promise<boolean> {
    const claimed = await claimAccount(pool, account, worker);
    if (claimed?.hasChores) news.tell('chores');
    return claimed !== undefined;
  }

  async function record(account: bigint, flows: Flows, news: News): Promise<void> {
    const results = flows.finished();
    if (results.length === 0) return;
    const deactivated = await recordAttempts(pool, account, results, policy);
    metrics.attempted(results);
    flows.forget(results);
    for (const id of deactivated) flows.drop(id);
    if (deactivated.length > 0) news.tell('chores');
    if (flows.isShort) news.tell('due');
  }

  /** Takes what is due from the subscription after `position` on, where there is room. Returns the next position. */
  async function take(account: bigint, flows: Flows, news: News, position: bigint): Promise<bigint> {
    const demand = flows.demand();
    flows.isShort = demand.limit === 0;
    if (flows.isShort) return position;
    const due = await takeDue(pool, account, { ...demand, after: position });
    const isFull = due.length === demand.limit;
    flows.isShort = isFull;
    flows.accept(due, demand);
    if (isFull ? flows.hasRoom() : position > 0n) news.tell('due');
    return isFull ? due.at(-1)!.subscriptionId : 0n;
  }

  function tickMs(): number {
    return Math.max(TICK_MS.atLeast, TICK_MS.perAccount * runs.size);
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

  return {
    send,
    accounts: () => [...runs.keys()],
    wake(account) {
      runs.get(account)?.tell('events');
      return runs.has(account);
    },
    stop() {
      isStopping = true;
      for (const news of runs.values()) news.tell();
    },
  };
}

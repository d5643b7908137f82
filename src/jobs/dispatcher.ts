import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../database/listen.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/event/announcer.ts';
import { accountsWith, addMissingJobs, type Work } from '../schema/webhook/account-jobs.ts';
import { createBell } from './bell.ts';
import type { Runs } from './send-webhooks.ts';

const POLL_MS = 1_000;
/** What takes longer has failed, or will. */
const SUCCESS_MS = 10_000;
/** How often jobs that are missing are looked for. */
const SWEEP_MS = 3_000;
/** Milliseconds between two looks while events keep coming: longer the more accounts had some. */
const GATHER_MS = { atLeast: 3, perAccount: 4, atMost: 50 };

export interface DispatcherOptions {
  /** Where to listen. */
  url: string;
  pool: Pool;
  /** What this process sends for. */
  runs: Pick<Runs, 'wake'>;
  log: Logger;
}

export interface Dispatcher {
  /** Has it look soon. */
  wake(): void;
  /** Whether it could do its work when it last tried, and tried lately. */
  succeeds(): boolean;
  stop(): Promise<void>;
}

/**
 * Finds the accounts with events, when woken by this process or by a notification and every second in any case, and
 * has them sent for: by the account's run if it is here, else by its job. Now and then it adds whatever job is missing.
 */
export function startDispatcher({ url, pool, runs, log }: DispatcherOptions): Dispatcher {
  const bell = createBell();
  let isStopping = false;
  let succeededAt: number | undefined = performance.now();

  async function work(): Promise<void> {
    for (let sweptAt = Number.NEGATIVE_INFINITY; !isStopping;) {
      try {
        const count = await dispatch('events');
        if (performance.now() - sweptAt > SWEEP_MS) {
          sweptAt = performance.now();
          await dispatch('messages');
          await dispatch('chores');
        }
        await sleep(Math.min(GATHER_MS.atMost, GATHER_MS.atLeast + GATHER_MS.perAccount * count));
      } catch (error) {
        succeededAt = undefined;
        if (!isStopping) log.warn({ err: error }, 'events could not be dispatched; trying again');
      }
      if (!isStopping) await bell.heard(POLL_MS);
    }
  }

  /** Has accounts sent for that have such rows. Returns how many. */
  async function dispatch(work: Work): Promise<number> {
    let count = 0;
    for await (const accounts of accountsWith(pool, work)) {
      const elsewhere = accounts.filter((account) => !runs.wake(account));
      await addMissingJobs(pool, elsewhere);
      count += accounts.length;
    }
    succeededAt = performance.now();
    return count;
  }

  const listener = listen({ url, channel: DISPATCH_CHANNEL, name: 'dispatcher', log, onNews: bell.ring });
  const finished = work();
  return {
    wake: bell.ring,
    succeeds: () => succeededAt !== undefined && performance.now() - succeededAt < SUCCESS_MS,
    async stop() {
      isStopping = true;
      bell.ring();
      await Promise.all([listener.stop(), finished]);
    },
  };
}

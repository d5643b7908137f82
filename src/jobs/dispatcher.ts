import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../database/listen.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/event/announcer.ts';
import { accountsWith, addMissingJobs, type Work } from '../schema/webhook/account-jobs.ts';
import { createBell } from './bell.ts';
import type { Runs } from './send-webhooks.ts';

const POLL_MS = 1_000;
/** A success older than this counts as a failure. */
const SUCCESS_MS = 10_000;
/** How often to look for missing jobs. */
const SWEEP_MS = 3_000;
/** The pause between two checks while events keep arriving, in milliseconds: longer the more accounts had some. */
const GATHER_MS = { atLeast: 3, perAccount: 4, atMost: 50 };

export interface DispatcherOptions {
  /** The connection string to listen on. */
  url: string;
  pool: Pool;
  /** The runs of this process. */
  runs: Pick<Runs, 'wake'>;
  log: Logger;
}

export interface Dispatcher {
  /** Triggers a check soon. */
  wake(): void;
  /** Returns whether the last attempt succeeded, and was recent. */
  succeeds(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the dispatcher. It finds accounts with events, when woken by this process or a notification and at least once
 * a second, and triggers their sending: by the account's run if that is in this process, otherwise by its job.
 * Periodically it adds missing jobs.
 */
export function startDispatcher({ url, pool, runs, log }: DispatcherOptions): Dispatcher {
  const bell = createBell();
  let isStopping = false;
  let succeededAt: number | undefined = performance.now();

  async function work(): Promise<void> {
    for (let sweptAt = Number.NEGATIVE_INFINITY; !isStopping;) {
      try {
        const isSweep = performance.now() - sweptAt > SWEEP_MS;
        if (isSweep) sweptAt = performance.now();
        const count = await dispatch(isSweep ? 'anything' : 'events');
        await sleep(Math.min(GATHER_MS.atMost, GATHER_MS.atLeast + GATHER_MS.perAccount * count));
      } catch (error) {
        succeededAt = undefined;
        if (!isStopping) log.warn({ err: error }, 'events could not be dispatched; trying again');
      }
      if (!isStopping) await bell.heard(POLL_MS);
    }
  }

  /** Triggers the sending for accounts that have such rows. Returns how many. */
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

  const listener = listen({
    url,
    channel: DISPATCH_CHANNEL,
    name: 'dispatcher',
    log,
    onNotification: bell.ring,
  });
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

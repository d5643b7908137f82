import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../database/listen.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/event/announcer.ts';
import {
  ACCOUNTS_PAGE,
  addAccountJobs,
  findWaitingAccounts,
  sweepAccounts,
} from '../schema/webhook/account-jobs.ts';
import type { Runs } from './send-webhooks.ts';

const POLL_MS = 1_000;
/** How often jobs that are missing are looked for. */
const SWEEP_MS = 3_000;
/** Milliseconds between two looks while events keep coming: longer the more accounts had some. */
const GATHER_MS = { atLeast: 3, perAccount: 4, atMost: 50 };

export interface DispatcherOptions {
  /** Where to listen. */
  url: string;
  pool: Pool;
  runs: Pick<Runs, 'accounts' | 'wake'>;
  /** Who claims accounts in this process. */
  worker: string;
  log: Logger;
}

export interface Dispatcher {
  /** Has it look soon. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Finds the accounts with events, when woken by this process or by a notification and every second in any case, and
 * has them sent for: by the account's run if it is here, else by its job. Now and then it adds whatever job is missing.
 */
export function startDispatcher({ url, pool, runs, worker, log }: DispatcherOptions): Dispatcher {
  const stopping = new AbortController();
  let isWoken = false;
  let interrupt: (() => void) | undefined;
  let sweptAt = -SWEEP_MS;
  const wake = () => {
    isWoken = true;
    interrupt?.();
  };

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const count = await dispatch().catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'events could not be dispatched; trying again');
        return 0;
      });
      if (isWoken) await sleep(Math.min(GATHER_MS.atMost, GATHER_MS.atLeast + GATHER_MS.perAccount * count));
      else await idle();
    }
  }

  /** Returns how many accounts have events. */
  async function dispatch(): Promise<number> {
    let count = 0;
    let page: bigint[] = [];
    do {
      page = await findWaitingAccounts(pool, page.at(-1) ?? 0n);
      const elsewhere = page.filter((account) => !runs.wake(account));
      if (elsewhere.length > 0) await addAccountJobs(pool, elsewhere, worker);
      count += page.length;
    } while (page.length === ACCOUNTS_PAGE);
    if (performance.now() - sweptAt > SWEEP_MS) {
      await sweepAccounts(pool, runs.accounts(), worker);
      sweptAt = performance.now();
    }
    return count;
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      interrupt = () => resolve(clearTimeout(timer));
    });
  }

  const listener = listen({ url, channel: DISPATCH_CHANNEL, name: 'dispatcher', log, onNews: wake });
  const finished = work();
  return {
    wake,
    async stop() {
      stopping.abort();
      interrupt?.();
      await Promise.all([listener.stop(), finished]);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../database/listen.ts';
import { isLocked } from '../database/unreachable.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/exchange/live-event/announcer.ts';
import { addSilentImportJobs } from '../schema/exchange/import/run/import-jobs.ts';
import { dispatchEvents } from '../schema/exchange/webhook/dispatch-events.ts';
import { addMissingJobs } from '../schema/exchange/webhook/add-missing-jobs.ts';
import {
  AGAIN_MS,
  GATHER_MS,
  SENDING_POLL_MS,
  SENDING_SWEEP_MS,
} from '../schema/exchange/webhook/sending-limits.ts';

export interface DispatcherOptions {
  /** The connection string to listen on. */
  url: string;
  pool: Pool;
  /** The number of failures that deactivates a subscription. */
  disableAfter: number;
  log: Logger;
}

export interface Dispatcher {
  /** Triggers a check soon. */
  wake(): void;
  /** Returns whether the last check succeeded, and was recent. */
  succeeds(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the dispatcher, which turns events into messages and jobs when woken by this process or a
 * notification, and at least once a second. Every three seconds it adds the jobs that are missing.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { url, pool, disableAfter, log } = options;
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  let isStopping = false;
  let succeededAt: number | undefined = performance.now();

  async function work(): Promise<void> {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!isStopping) {
      try {
        if (performance.now() - sweptAt > SENDING_SWEEP_MS) {
          sweptAt = performance.now();
          await addMissingJobs(pool, disableAfter);
          await addSilentImportJobs(pool);
        }
        await dispatch();
        succeededAt = performance.now();
      } catch (error) {
        if (isLocked(error)) {
          await sleep(AGAIN_MS);
          continue;
        }
        succeededAt = undefined;
        if (!isStopping) log.warn({ err: error }, 'events could not be dispatched; trying again');
      }
      // A wake during a check triggers the next check at once.
      if (!isStopping) await Promise.race([woken.promise, sleep(SENDING_POLL_MS, undefined, { ref: false })]);
      woken = Promise.withResolvers();
    }
  }

  async function dispatch(): Promise<void> {
    for (let isMore = true, after = 0n; isMore && !isStopping;) {
      const { areLeft, last } = await dispatchEvents(pool, after);
      isMore = areLeft || last > 0n || after > 0n;
      after = last;
      await sleep(GATHER_MS);
    }
  }

  const listener = listen({ url, channel: DISPATCH_CHANNEL, name: 'dispatcher', log, onNotification: wake });
  const finished = work();
  return {
    wake,
    succeeds: () =>
      succeededAt !== undefined && performance.now() - succeededAt < 2 * (SENDING_SWEEP_MS + SENDING_POLL_MS),
    async stop() {
      isStopping = true;
      wake();
      await Promise.all([listener.stop(), finished]);
    },
  };
}

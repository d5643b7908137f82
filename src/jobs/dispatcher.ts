import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/connect.ts';
import { listen } from '../database/listen.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/event/announcer.ts';
import { dispatchEvents } from '../schema/webhook/dispatch-events.ts';

const POLL_MS = 1_000;
/** Between two dispatches while events keep coming, so that one statement turns many of them, and one job sends them. */
const GATHER_MS = 20;

export interface Dispatcher {
  /** Dispatches soon; calls while it is at work are one. */
  wake(): void;
  stop(): Promise<void>;
}

/** Dispatches events when woken, by this process or by a notification, and every second in any case. */
export function startDispatcher(url: string, db: Db, log: Logger): Dispatcher {
  const stopping = new AbortController();
  let isWoken = false;
  let interrupt: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    interrupt?.();
  };

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const hasMore = await dispatchEvents(db).catch((error: unknown) => {
        log.warn({ err: error }, 'events could not be dispatched; trying again');
        return false;
      });
      if (hasMore) continue;
      if (isWoken) await sleep(GATHER_MS);
      else await idle();
    }
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/connect.ts';
import { listen } from '../database/listen.ts';
import type { Logger } from '../log.ts';
import { DISPATCH_CHANNEL } from '../schema/event/announcer.ts';
import { DISPATCH_BATCH, dispatchEvents } from '../schema/webhook/dispatch-events.ts';

const POLL_MS = 1_000;
/** Milliseconds between two dispatches while events keep coming: the more came, the longer, so that one job sends many. */
const GATHER_MS = { atLeast: 5, perEvent: 2, atMost: 50 };

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
      const count = await dispatchEvents(db).catch((error: unknown) => {
        log.warn({ err: error }, 'events could not be dispatched; trying again');
        return 0;
      });
      if (count === DISPATCH_BATCH) continue;
      if (isWoken) await sleep(gatherMs(count));
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

function gatherMs(count: number): number {
  return Math.min(GATHER_MS.atMost, GATHER_MS.atLeast + GATHER_MS.perEvent * count);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../../database/listen.ts';
import type { Logger } from '../../log.ts';
import { LIVE_CHANNEL } from './announcer.ts';
import { drawBarrier, isPast, lastIdOf, type LiveEvent, readEvents } from './read-events.ts';
import { EVENT_TYPES } from './types.ts';

const POLL_MS = 1_000;
const PACE_MS = 20;
const BATCH = 500;

export interface FollowOptions {
  url: string;
  pool: Pool;
  log: Logger;
  /** Whose events are wanted now. */
  accounts: () => ReadonlySet<bigint>;
  /** Called with all that settled after the event `after` of those who were `asked` for. */
  onSettled: (events: LiveEvent[], after: bigint, asked: ReadonlySet<bigint>) => void;
}

export interface Following {
  /** Resolves once `settled` is known. */
  started: Promise<void>;
  /** Up to which id all events were passed on. */
  settled(): bigint;
  stop(): Promise<void>;
}

/**
 * Follows the events as they settle, woken by notifications and every second in any case.
 *
 * Transactions commit in another order than they draw the ids of their events. So an event is passed
 * on only when each lower id has settled, is committed or never will be: in the order of their ids
 * then, none can come after one with a higher id, and the last id tells where to go on.
 */
export function followEvents({ url, pool, log, accounts, onSettled }: FollowOptions): Following {
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = Promise.withResolvers<void>();
  let settled: bigint | undefined;
  let isWoken = false;
  let interrupt: (() => void) | undefined;

  function wake(): void {
    isWoken = true;
    interrupt?.();
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false;
      await advance().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'live events could not be read; trying again');
        started.reject(error);
      });
      if (!isWoken) await idle();
      // Notifications of a busy moment are one.
      await sleep(PACE_MS, undefined, { signal }).catch(() => {});
    }
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      interrupt = () => resolve(clearTimeout(timer));
      if (signal.aborted) interrupt();
    });
  }

  async function advance(): Promise<void> {
    if (settled !== undefined && (await lastIdOf(pool)) === settled) return;
    const { last, barrier } = await drawBarrier(pool);
    while (!(await isPast(pool, barrier))) {
      if (signal.aborted) return;
      await sleep(PACE_MS);
    }
    settled ??= last;
    started.resolve();
    while (settled < last && !signal.aborted) settled = await passOn(settled, last);
  }

  async function passOn(after: bigint, upTo: bigint): Promise<bigint> {
    const asked = accounts();
    const events = await readEvents(pool, [...asked], { after, upTo, limit: BATCH }, EVENT_TYPES);
    const reached = events.length === BATCH ? events.at(-1)!.id : upTo;
    // In one go, so that no stream opens between what is passed on and what counts as settled.
    onSettled(events, after, asked);
    settled = reached;
    return reached;
  }

  const listener = listen({ url, channel: LIVE_CHANNEL, name: 'live events', log, onNews: wake });
  const finished = follow();
  // Whoever waits for it is told of its error; there may be nobody.
  started.promise.catch(() => {});
  return {
    started: started.promise,
    settled: () => settled!,
    async stop() {
      stopping.abort();
      interrupt?.();
      started.reject(new Error('stopped'));
      await Promise.all([listener.stop(), finished]);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen } from '../../../database/listen.ts';
import type { Logger } from '../../../log.ts';
import { LIVE_CHANNEL } from './announcer.ts';
import { drawBarrier, isPast, lastIdOf, type LiveEvent, readEvents } from './read-events.ts';
import { EVENT_TYPES } from '../../core/event/events.ts';

const POLL_MS = 1_000;
const PACE_MS = 20;
const EVENT_BATCH = 500;
const ALL = { types: EVENT_TYPES, resends: true };

export interface FollowOptions {
  url: string;
  pool: Pool;
  log: Logger;
  /** Returns the accounts that have open streams. */
  accounts: () => ReadonlySet<bigint>;
  /** Called with all events of the `followed` accounts that settled after the event `after`. */
  onSettled: (events: LiveEvent[], after: bigint, followed: ReadonlySet<bigint>) => void;
}

export interface Following {
  /** Resolves once `settled` is known. */
  started: Promise<void>;
  /** Returns the id up to which all events have been passed on. */
  settled(): bigint;
  stop(): Promise<void>;
}

/**
 * Follows events as they settle, woken by notifications and at least once a second. Transactions commit in a
 * different order than they draw event ids. An event is therefore passed on only when every lower id has
 * settled, that is, is committed or never will be. Events then arrive in the order of their ids, and the last
 * id is enough to resume.
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
      // Combines notifications that arrive together.
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
    const followed = accounts();
    const events = await readEvents(pool, [...followed], { after, upTo, limit: EVENT_BATCH }, ALL);
    const reached = events.length === EVENT_BATCH ? events.at(-1)!.id : upTo;
    // No await follows, so that no stream opens between passing events on and counting them as settled.
    onSettled(events, after, followed);
    settled = reached;
    return reached;
  }

  const listener = listen({ url, channel: LIVE_CHANNEL, name: 'live events', log, onNotification: wake });
  const finished = follow();
  // Prevents an unhandled rejection when nobody awaits it.
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

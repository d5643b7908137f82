import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue } from '@provender/fair-pool/fair-queue';
import type { Pool } from 'pg';
import { runForService, runHeavily } from '../../../database/current-work.ts';
import { isCrowded } from '../../../database/unreachable.ts';
import type { Logger } from '../../../log.ts';
import { type AppError, errorAt, fault, rateLimited } from '../../core/errors.ts';
import { createEventStream, type EventStream, type EventStreamOptions } from './event-stream.ts';
import { type Following, followEvents } from './follow-events.ts';
import {
  hasEvent,
  type LiveEvent,
  type EventRange,
  readEvents,
  type EventSelection,
  startOf,
} from './read-events.ts';

const OPEN_TIMEOUT_MS = 8_000;
/** The number of accounts whose old events are read at a time. */
const MAX_CATCHING_UP = 2;
/** The assumed speed of sending. After a page of old events, its account pauses for several times as long. */
const BYTES_PER_MS = 5_000;
/** The minimum size of an event in that computation. */
const MIN_COUNTED_BYTES = 1_024;

/** A request for a stream. */
interface StreamRequest extends Pick<EventStreamOptions, 'accountId' | 'types' | 'resends'> {
  after: bigint | null;
  /** The time to start at, without `after`. */
  since?: Date | null;
  limit: number;
}

/** The live events of all accounts, for any number of streams in this process. */
export interface LiveEvents {
  /**
   * Opens a stream of new events, of all events after the event `after` (0: all stored ones), or since a
   * time.
   *
   * @throws AppError `validation_error` when `after` is not a stored event of the account; `rate_limited`
   * when the account has `limit` streams in this process, including those being opened
   */
  open(request: StreamRequest): Promise<EventStream>;
  /** Returns the number of open streams in this process. */
  count(): number;
  /** Ends every stream with an error that asks readers to reconnect. */
  close(): Promise<void>;
}

declare module '../../core/context.ts' {
  interface Live {
    events: LiveEvents;
  }
}

export interface LiveEventsOptions {
  url: string;
  pool: Pool;
  log: Logger;
}

/**
 * Creates the live events of this process. While streams are open, it listens on one connection and reads new
 * events once for all of them; without streams it costs nothing.
 */
export function createLiveEvents({ url, pool, log }: LiveEventsOptions): LiveEvents {
  const streams = new Set<EventStream>();
  /** The number of streams of each account, including those being opened. */
  const places = new Map<bigint, number>();
  const oldPages = new FairQueue({ name: 'old events', share: 1, total: MAX_CATCHING_UP });
  let opening = 0;
  let following: Following | undefined;
  let isClosed = false;

  async function open({ accountId, types, resends, after, since, limit }: StreamRequest) {
    // Counted before the first `await`, so that streams opened at the same time count each other.
    takePlace(accountId, limit);
    opening++;
    try {
      if (after && !(await hasEvent(pool, accountId, after))) throw unknownEvent();
      const start = since && (await startOf(pool, accountId, since));
      const { settled } = await followed();
      const stream = createEventStream({
        accountId,
        types,
        resends,
        // Above the settled id, events with lower ids can still be committed.
        after: after ?? (start != null && start < settled() ? start : settled()),
        settled,
        read: (range) => readOld(range, accountId, { types: [...types], resends }),
      });
      streams.add(stream);
      void forgetAfter(stream);
      return stream;
    } catch (error) {
      leavePlace(accountId);
      throw error;
    } finally {
      opening--;
      unfollowIfUnused();
    }
  }

  /**
   * Old events can come by the thousand: pages are read a few at a time, and paced for all streams of an
   * account.
   */
  async function readOld(range: EventRange, accountId: bigint, selection: EventSelection) {
    const subject = String(accountId);
    await oldPages.enter(subject);
    let page: LiveEvent[] = [];
    try {
      page = await runHeavily(() => readEvents(pool, [accountId], range, selection));
      return page;
    } catch (error) {
      throw isCrowded(error) ? crowded() : error;
    } finally {
      setTimeout(() => oldPages.leave(subject), pauseAfter(page)).unref();
    }
  }

  function takePlace(accountId: bigint, limit: number): void {
    const taken = places.get(accountId) ?? 0;
    if (taken >= limit)
      throw rateLimited('too_many_streams', `Your plan allows ${limit} live streams at a time`, 1, {
        max: limit,
      });
    places.set(accountId, taken + 1);
  }

  function leavePlace(accountId: bigint): void {
    const left = places.get(accountId)! - 1;
    if (left > 0) places.set(accountId, left);
    else places.delete(accountId);
  }

  async function followed(): Promise<Following> {
    for (;;) {
      if (isClosed) throw closing();
      following ??= runForService(() => followEvents({ url, pool, log, accounts, onSettled }));
      const mine = following;
      await withinOpenTimeout(mine.started).catch((error: unknown) => {
        if (isClosed) throw closing();
        throw error;
      });
      if (mine === following) return mine;
    }
  }

  function accounts(): ReadonlySet<bigint> {
    return new Set(Array.from(streams, ({ accountId }) => accountId));
  }

  function onSettled(events: LiveEvent[], after: bigint, followed: ReadonlySet<bigint>): void {
    const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
    for (const stream of streams) {
      if (!followed.has(stream.accountId)) stream.catchUpFrom(after);
      for (const event of byAccount.get(stream.accountId) ?? []) stream.add(event);
    }
  }

  async function forgetAfter(stream: EventStream): Promise<void> {
    await stream.ended;
    streams.delete(stream);
    leavePlace(stream.accountId);
    unfollowIfUnused();
  }

  function unfollowIfUnused(): void {
    if (opening + streams.size === 0) void unfollow();
  }

  async function unfollow(): Promise<void> {
    const { stop } = following ?? {};
    following = undefined;
    await stop?.();
  }

  return {
    open,
    count: () => streams.size,
    async close() {
      isClosed = true;
      for (const stream of streams) stream.end(closing());
      await unfollow();
    },
  };
}

function pauseAfter(page: readonly LiveEvent[]): number {
  const bytes = page.reduce((sum, { body }) => sum + Math.max(body.length, MIN_COUNTED_BYTES), 0);
  return bytes / BYTES_PER_MS;
}

/** Waits at most for the timeout, because a long write transaction delays the first settled id. */
async function withinOpenTimeout(started: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const overdue = sleep(OPEN_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw fault('events_held_up', 'Live events are held up by a long transaction. Connect again');
  });
  await Promise.race([started, overdue]).finally(() => timer.abort());
}

function unknownEvent(): AppError {
  return errorAt('after', 'unknown_event', 'must be the id of an event of the last 30 days, or 0');
}

function crowded(): AppError {
  return fault('events_held_up', 'Too many streams of this account are reading old events. Connect again');
}

function closing(): AppError {
  return fault('stopping', 'The service is stopping. Connect again');
}

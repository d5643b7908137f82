import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../../log.ts';
import { type AppError, fault } from '../errors.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { type Following, followEvents } from './follow-events.ts';
import { hasEvent, type LiveEvent, readEvents } from './read-events.ts';
import type { EventType } from './types.ts';

const OPEN_TIMEOUT_MS = 8_000;

/** The live events of all accounts, for any number of streams in this process. */
export interface LiveEvents {
  /**
   * A stream of what is published from now on, or of all that came after the event `after`; 0 comes
   * before all that are kept.
   * @throws AppError `validation_error` when `after` is no event of the account, or no longer
   */
  open(accountId: bigint, types: ReadonlySet<EventType>, after: bigint | null): Promise<EventStream>;
  /** How many streams an account has open in this process. */
  countOf(accountId: bigint): number;
  /** How many streams this process has open. */
  count(): number;
  /** Ends every stream; its reader is told to come back. */
  close(): Promise<void>;
}

export interface LiveEventsOptions {
  url: string;
  pool: Pool;
  log: Logger;
}

/**
 * While there is a stream, listens on one connection and reads what is new once for all of them;
 * while there is none, costs nothing.
 */
export function createLiveEvents({ url, pool, log }: LiveEventsOptions): LiveEvents {
  const streams = new Set<EventStream>();
  let opening = 0;
  let following: Following | undefined;
  let isClosed = false;

  async function open(accountId: bigint, types: ReadonlySet<EventType>, after: bigint | null) {
    opening++;
    try {
      if (after && !(await hasEvent(pool, accountId, after))) throw unknownEvent();
      const { settled } = await followed();
      const stream = createEventStream({
        accountId,
        types,
        after: after ?? settled(),
        settled,
        read: (range) => readEvents(pool, [accountId], range, [...types]),
      });
      streams.add(stream);
      void forgetAfter(stream);
      return stream;
    } finally {
      opening--;
      restIfAlone();
    }
  }

  async function followed(): Promise<Following> {
    for (;;) {
      if (isClosed) throw closing();
      following ??= followEvents({ url, pool, log, accounts, onSettled });
      const mine = following;
      await inTime(mine.started).catch((error: unknown) => {
        if (isClosed) throw closing();
        throw error;
      });
      if (mine === following) return mine;
    }
  }

  function accounts(): ReadonlySet<bigint> {
    return new Set(Array.from(streams, ({ accountId }) => accountId));
  }

  function onSettled(events: LiveEvent[], after: bigint, asked: ReadonlySet<bigint>): void {
    const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
    for (const stream of streams) {
      if (!asked.has(stream.accountId)) stream.miss(after);
      for (const event of byAccount.get(stream.accountId) ?? []) stream.offer(event);
    }
  }

  async function forgetAfter(stream: EventStream): Promise<void> {
    await stream.ended;
    streams.delete(stream);
    restIfAlone();
  }

  function restIfAlone(): void {
    if (opening + streams.size === 0) void rest();
  }

  async function rest(): Promise<void> {
    const { stop } = following ?? {};
    following = undefined;
    await stop?.();
  }

  return {
    open,
    countOf: (accountId) => Array.from(streams).filter((stream) => stream.accountId === accountId).length,
    count: () => streams.size,
    async close() {
      isClosed = true;
      for (const stream of streams) stream.end(closing());
      await rest();
    },
  };
}

/** A writer that takes its time holds up what settles. */
async function inTime(started: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const overdue = sleep(OPEN_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw fault('service_unavailable', 'live events are held up by a long transaction; connect again');
  });
  await Promise.race([started, overdue]).finally(() => timer.abort());
}

function unknownEvent(): AppError {
  return fault('validation_error', 'after must be the id of an event of the last 30 days, or 0', 'after');
}

function closing(): AppError {
  return fault('service_unavailable', 'the service is stopping; connect again');
}

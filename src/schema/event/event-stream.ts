import type { AppError } from '../errors.ts';
import type { LiveEvent, Range } from './read-events.ts';
import type { EventType } from './types.ts';

const MAX_WAITING = 100;
const PAGE = 100;

export interface EventStreamOptions {
  accountId: bigint;
  types: ReadonlySet<EventType>;
  /** The last event its reader has. */
  after: bigint;
  /** Up to which id every event can be read. */
  settled: () => bigint;
  /** Reads its next events, at most `limit` of them. */
  read: (range: Range) => Promise<LiveEvent[]>;
}

/** The events of one account for one reader, each once, in the order of their ids. */
export interface EventStream extends AsyncIterableIterator<LiveEvent> {
  readonly accountId: bigint;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Gives it an event that has just settled. */
  offer(event: LiveEvent): void;
  /** Tells it that it was not given what settled after `id`. */
  miss(id: bigint): void;
  /** Ends it, as soon as what waits is read, or at once with an error. */
  end(error?: AppError): void;
}

/**
 * A stream keeps few events waiting. A reader too slow for that falls behind: what comes then is
 * not kept but read from the table, by and by, until the stream has caught up.
 */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { accountId, types, settled, read } = options;
  let waiting: LiveEvent[] = [];
  /** Every event up to this one was passed on, or waits. */
  let cursor = options.after;
  let isBehind = cursor < settled();
  let ending: { error?: AppError | undefined } | undefined;
  let wake: (() => void) | undefined;
  const ended = Promise.withResolvers<void>();

  async function catchUp(): Promise<void> {
    const upTo = settled();
    const page = await read({ after: cursor, upTo, limit: PAGE }).catch((error: unknown) => {
      end();
      throw error;
    });
    if (ending) return;
    waiting.push(...page);
    cursor = page.length === PAGE ? page.at(-1)!.id : upTo;
    // What has settled while this was read is read next; nothing can settle in between here.
    isBehind = cursor < settled();
  }

  function end(error?: AppError): void {
    if (ending) return;
    ending = { error };
    if (error) waiting = [];
    wake?.();
    ended.resolve();
  }

  return {
    accountId,
    ended: ended.promise,
    offer(event) {
      if (isBehind || event.id <= cursor) return;
      if (waiting.length >= MAX_WAITING) return void (isBehind = true);
      cursor = event.id;
      if (!types.has(event.type)) return;
      waiting.push(event);
      wake?.();
    },
    miss(id) {
      if (isBehind) return;
      cursor = id > cursor ? id : cursor;
      isBehind = true;
      wake?.();
    },
    end,
    async next() {
      for (;;) {
        const event = waiting.shift();
        if (event) return { value: event, done: false };
        if (ending?.error) {
          const { error } = ending;
          ending = {};
          throw error;
        }
        if (ending) return { value: undefined, done: true };
        if (isBehind) await catchUp();
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async return() {
      end();
      waiting = [];
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

import type { AppError } from '../../core/errors.ts';
import type { LiveEvent, EventRange } from './read-events.ts';
import type { EventType } from '../../core/event/events.ts';

const MAX_WAITING = 100;
const PAGE = 100;

export interface EventStreamOptions {
  accountId: bigint;
  types: ReadonlySet<EventType>;
  /** Whether to include events that are sent to webhooks again. */
  resends: boolean;
  /** The id of the last event that the reader has received. */
  after: bigint;
  /** Returns the id up to which every event can be read. */
  settled: () => bigint;
  /** Reads the next events, at most `limit`. */
  read: (range: EventRange) => Promise<LiveEvent[]>;
}

/** The events of one account for one reader: each once, ordered by id. */
export interface EventStream extends AsyncIterableIterator<LiveEvent> {
  readonly accountId: bigint;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  /** Adds an event that has just settled. */
  add(event: LiveEvent): void;
  /** Reads the events after `id` from the table: they settled without being added. */
  catchUpFrom(id: bigint): void;
  /** Ends the stream: after the queued events, or at once with an error. */
  end(error?: AppError): void;
}

/**
 * Creates a stream with a short queue. When its reader is too slow, the stream falls behind: it drops new
 * events and reads them from the table in pages until it has caught up.
 */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { accountId, types, resends, settled, read } = options;
  let waiting: LiveEvent[] = [];
  /** Every event up to this id has been delivered or is queued. */
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
    // Events that settled during this read are read next. No event can settle between these two lines.
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
    add(event) {
      if (isBehind || event.id <= cursor) return;
      if (waiting.length >= MAX_WAITING) return void (isBehind = true);
      cursor = event.id;
      if (!types.has(event.type) || (event.resend && !resends)) return;
      waiting.push(event);
      wake?.();
    },
    catchUpFrom(id) {
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../core/errors.ts';

/** How often a stream looks for new requests. */
const POLL_MS = 1_000;
/** The time after which no request with a lower id can follow: a write takes milliseconds. */
const SETTLED_MS = 10_000;
const PAGE = 200;
const MAX_REST = 2_000;

/** The ids to read: beyond `after`, up to `upTo`, in ascending order. */
export interface IdRange {
  after: bigint;
  upTo: bigint;
  limit: number;
}

export interface RequestStreamOptions<Row> {
  /** The id after which the stream starts. */
  after: bigint;
  /** Returns the highest id of the account. */
  newest(): Promise<bigint>;
  read(range: IdRange): Promise<Row[]>;
}

/** The logged requests of one account for one reader, each once. */
export interface RequestStream<Row> extends AsyncIterableIterator<Row> {
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  end(error?: AppError): void;
  /** Ends the stream, and returns the requests logged up to now, up to a limit. */
  rest(): Promise<Row[]>;
}

/**
 * Creates a stream of logged requests. Processes write them at the same time, so that a lower id can appear
 * after a higher one: the ids of the last seconds are read again.
 */
export function createRequestStream<Row extends { id: bigint }>({
  after,
  newest,
  read,
}: RequestStreamOptions<Row>): RequestStream<Row> {
  const waiting: Row[] = [];
  /** The id up to which everything has been returned. */
  let settled = after;
  /** The ids beyond `settled` that have been returned. */
  let seen = new Set<bigint>();
  /** The ids up to which everything had been read at earlier times. */
  let looks: { at: number; upTo: bigint }[] = [];
  const stopping = new AbortController();
  const ended = Promise.withResolvers<void>();
  let failure: AppError | undefined;

  async function look(): Promise<void> {
    const at = Date.now();
    const upTo = await newest();
    for (let from = settled; waiting.length < PAGE;) {
      const page = await read({ after: from, upTo, limit: PAGE });
      for (const row of page) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        waiting.push(row);
      }
      if (page.length < PAGE) {
        looks.push({ at, upTo });
        break;
      }
      from = page.at(-1)!.id;
    }
    advanceSettled(at - SETTLED_MS);
  }

  function advanceSettled(before: number): void {
    const last = looks.findLast(({ at }) => at <= before);
    if (!last || last.upTo <= settled) return;
    settled = last.upTo;
    looks = looks.filter(({ at }) => at > before);
    seen = new Set([...seen].filter((id) => id > settled));
  }

  function end(error?: AppError): void {
    if (stopping.signal.aborted) return;
    failure = error;
    stopping.abort();
    ended.resolve();
  }

  return {
    ended: ended.promise,
    end,
    async next() {
      while (!stopping.signal.aborted) {
        const value = waiting.shift();
        if (value) return { value, done: false };
        await look().catch((error: unknown) => {
          end();
          throw error;
        });
        if (waiting.length === 0)
          await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
      const error = failure;
      failure = undefined;
      if (error) throw error;
      return { value: undefined, done: true };
    },
    async rest() {
      const rest: Row[] = [];
      for (let found = -1; found !== 0 && rest.length < MAX_REST;) {
        await look();
        found = waiting.length;
        rest.push(...waiting.splice(0));
      }
      end();
      return rest;
    },
    async return() {
      end();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

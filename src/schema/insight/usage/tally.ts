import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../log.ts';

const FLUSH_MS = 3_000;
/** How long a stop waits for a database that may be unavailable. */
const STOP_MS = 5_000;

/** Sums in memory that are written every few seconds; a crash loses those not written yet. */
export interface Tally<Id, Sums> {
  /** Returns the sums under `id`, to add to; `create` creates them. */
  of(id: Id, create: () => Sums): Sums;
  /** Writes the remaining sums. */
  stop(): Promise<void>;
}

interface TallyOptions<Sums> {
  /** Adds sums to the database; `since` is when the first of them was counted. */
  write(since: Date, sums: Sums[]): Promise<unknown>;
  /** Adds sums that could not be written to later sums. */
  merge(into: Sums, sums: Sums): void;
  log: Logger;
}

export function createTally<Id, Sums>({ write, merge, log }: TallyOptions<Sums>): Tally<Id, Sums> {
  let sums = new Map<Id, Sums>();
  let since = new Date();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  /** Writes the sums, unless a database that does not respond still holds up the last write. */
  function flush(): Promise<void> {
    return (writing ??= flushOnce().finally(() => (writing = undefined)));
  }

  async function flushOnce(): Promise<void> {
    if (sums.size === 0) return;
    const [added, at] = [sums, since];
    sums = new Map();
    try {
      await write(at, [...added.values()]);
    } catch (error) {
      log.warn({ err: error }, 'the counts of requests could not be written; trying again');
      for (const [id, old] of added) {
        const newer = sums.get(id);
        if (newer) merge(newer, old);
        else sums.set(id, old);
      }
      since = at;
    }
  }

  return {
    of(id, create) {
      const existing = sums.get(id);
      if (existing) return existing;
      if (sums.size === 0) since = new Date();
      const made = create();
      sums.set(id, made);
      return made;
    },
    async stop() {
      clearInterval(timer);
      const written = Promise.resolve(writing).then(flush);
      await Promise.race([written, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

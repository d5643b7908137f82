import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import { isUnreachable } from '../database/unreachable.ts';

/** How far the clocks of processes may differ. */
export const SKEW_MS = 5_000;

/**
 * Rows are locked in key order, so that two processes cannot deadlock. A crash of the server may lose the last moments
 * of a counter; waiting for its disk would cost more.
 */
const COUNT = {
  name: 'count-requests',
  text: `
    INSERT INTO rate_limits AS counter (key, points, expire)
    SELECT requested.* FROM unnest($1::text[], $2::int[], $3::bigint[]) AS requested (key, points, expire)
    WHERE (SELECT set_config('synchronous_commit', 'off', true)) = 'off' ORDER BY key
    ${adding('$4')}`,
};

const READ = {
  name: 'read-counts',
  text: 'SELECT key, points, expire FROM rate_limits WHERE key = ANY($1::text[]) AND expire > $2',
};

/** Returns what follows the rows to insert into `rate_limits AS counter`: they are added to the windows that are open. */
export function adding(now: string): string {
  // A window that ends later than a new one would was opened before the clock went back.
  const hasEnded = `(counter.expire <= ${now} OR counter.expire > excluded.expire + ${SKEW_MS})`;
  return `
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${hasEnded} THEN excluded.points ELSE counter.points + excluded.points END,
      expire = CASE WHEN ${hasEnded} THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, expire`;
}

/** Points to add to a window's counter, or to subtract. */
interface CounterChange {
  key: string;
  points: number;
  durationMs: number;
}

interface CounterRow {
  key: string;
  points: number;
  expire: string;
}

/** The statements of all counters, batched per turn of the event loop. */
export interface Statements {
  /** Changes a counter and returns its row right after this change. */
  count(change: CounterChange): Promise<CounterRow>;
  /** Reads a counter; returns undefined where no window is open. */
  read(key: string): Promise<CounterRow | undefined>;
}

/** Creates the statements on a pool: at most one of a kind per turn, however many callers there are. */
export function createStatements(pool: Pool): Statements {
  return {
    count: batched((changes: readonly CounterChange[]) => countAll(pool, changes)),
    read: batched(async (keys: readonly string[]) => {
      const { rows } = await pool.query<CounterRow>({ ...READ, values: [[...new Set(keys)], Date.now()] });
      const found = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => found.get(key));
    }),
  };
}

/** Applies all changes. One that the database refuses fails alone; the others are applied. */
function countAll(pool: Pool, changes: readonly CounterChange[]): Promise<(CounterRow | Error)[]> {
  return together(changes, (some) => countTogether(pool, some));
}

/** Runs `work` for all of a batch, or for one after the other if the database refuses some of them. */
export async function together<Key, Result>(
  batch: readonly Key[],
  work: (some: readonly Key[]) => Promise<Result[]>,
): Promise<(Result | Error)[]> {
  try {
    return await work(batch);
  } catch (error) {
    if (batch.length === 1 || isUnreachable(error)) throw error;
    const results: (Result | Error)[] = [];
    for (const each of batch) results.push(...(await work([each]).catch((cause: Error) => [cause])));
    return results;
  }
}

async function countTogether(pool: Pool, changes: readonly CounterChange[]): Promise<CounterRow[]> {
  const now = Date.now();
  const sums = new Map<string, { points: number; expire: number }>();
  for (const { key, points, durationMs } of changes) {
    const sum = sums.get(key);
    if (sum) sum.points += points;
    else sums.set(key, { points, expire: now + durationMs });
  }
  const values = [
    [...sums.keys()],
    Array.from(sums.values(), ({ points }) => points),
    Array.from(sums.values(), ({ expire }) => expire),
    now,
  ];
  const { rows } = await pool.query<CounterRow>({ ...COUNT, values });
  const states = new Map(
    rows.map((row) => [row.key, { ...row, points: row.points - sums.get(row.key)!.points }]),
  );
  return changes.map(({ key, points }) => {
    const state = states.get(key)!;
    state.points += points;
    return { ...state };
  });
}

/**
 * One window in PostgreSQL, with the methods of the library's counters. While the database is away, the counter in
 * memory takes over.
 */
export class PostgresCounter {
  readonly points: number;
  readonly duration: number;
  readonly #statements: Statements;
  readonly #local: RateLimiterMemory;

  constructor(statements: Statements, local: RateLimiterMemory) {
    this.points = local.points;
    this.duration = local.duration;
    this.#statements = statements;
    this.#local = local;
  }

  /** Takes points. @throws RateLimiterRes beyond the limit */
  async consume(subject: string, points = 1): Promise<RateLimiterRes> {
    const row = await this.#count(subject, points);
    if (!row) return this.#local.consume(subject, points);
    const state = this.#stateOf(row);
    if (row.points > this.points) throw state;
    return state;
  }

  /** Returns the state of the open window; null without one. */
  async get(subject: string): Promise<RateLimiterRes | null> {
    try {
      const row = await this.#statements.read(this.#keyOf(subject));
      const isOpen = row && Number(row.expire) <= Date.now() + this.duration * 1_000 + SKEW_MS;
      return isOpen ? this.#stateOf(row) : null;
    } catch {
      return this.#local.get(subject);
    }
  }

  /** Gives a point back. */
  async reward(subject: string): Promise<void> {
    if (!(await this.#count(subject, -1))) await this.#local.reward(subject);
  }

  /** Changes the counter; returns undefined while the database is away. */
  #count(subject: string, points: number): Promise<CounterRow | undefined> {
    const change = { key: this.#keyOf(subject), points, durationMs: this.duration * 1_000 };
    return this.#statements.count(change).catch(() => undefined);
  }

  #keyOf(subject: string): string {
    return `${this.#local.keyPrefix}:${subject}`;
  }

  #stateOf({ points, expire }: CounterRow): RateLimiterRes {
    const left = Math.max(0, Number(expire) - Date.now());
    return new RateLimiterRes(Math.max(0, this.points - points), left, points, false);
  }
}

import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import { isUnreachable } from '../database/unreachable.ts';

/** How far the clocks of processes may differ. */
export const SKEW_MS = 5_000;

/** A window that ends later than a new one would was opened before the clock went back, and counts as ended. */
const HAS_ENDED = `(counter.expire <= $4 OR counter.expire > excluded.expire + ${SKEW_MS})`;

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
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${HAS_ENDED} THEN excluded.points ELSE counter.points + excluded.points END,
      expire = CASE WHEN ${HAS_ENDED} THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, expire`,
};

const READ = {
  name: 'read-counts',
  text: 'SELECT key, points, expire FROM rate_limits WHERE key = ANY($1::text[]) AND expire > $2',
};

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
async function countAll(pool: Pool, changes: readonly CounterChange[]): Promise<(CounterRow | Error)[]> {
  try {
    return await countTogether(pool, changes);
  } catch (error) {
    if (changes.length === 1 || isUnreachable(error)) throw error;
    const results: (CounterRow | Error)[] = [];
    for (const change of changes) {
      results.push(...(await countTogether(pool, [change]).catch((cause: Error) => [cause])));
    }
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

/** The library's PostgreSQL counter, with statements that several requests share. */
export class PostgresCounter extends RateLimiterPostgres {
  readonly #statements: Statements;

  constructor(statements: Statements, options: IRateLimiterPostgresOptions) {
    super(options);
    this.#statements = statements;
  }

  /** Implements the library's hook for stores; returns its statement's result shape. */
  async _upsert(key: string, points: number, durationMs: number): Promise<{ rows: CounterRow[] }> {
    return { rows: [await this.#statements.count({ key, points, durationMs })] };
  }

  /** The same for reading; null where no window is open. */
  async _get(key: string): Promise<{ rows: CounterRow[] } | null> {
    const row = await this.#statements.read(key);
    return row && Number(row.expire) <= Date.now() + this.duration * 1_000 + SKEW_MS ? { rows: [row] } : null;
  }
}

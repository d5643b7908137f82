import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { gathered } from '../database/gathered.ts';

/** Rows are taken in the order of their keys, so that two processes never wait for each other. */
const COUNT = {
  name: 'count-requests',
  text: `
    INSERT INTO rate_limits AS counter (key, points, expire)
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) AS asked (key, points, expire) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN counter.expire <= $4 THEN excluded.points ELSE counter.points + excluded.points END,
      expire = CASE WHEN counter.expire <= $4 THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, expire`,
};

/** Points to add to a window's counter, or to take off. */
interface Change {
  key: string;
  points: number;
  durationMs: number;
}

interface CounterRow {
  key: string;
  points: number;
  expire: string;
}

/** Counts; the state it answers is the counter's row right after this change. */
export type Count = (change: Change) => Promise<CounterRow>;

/** Changes counters, all that one turn of the event loop brings by one statement. */
export function createCount(pool: Pool): Count {
  return gathered(async (changes: readonly Change[]) => {
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
  });
}

/** The library's counter in PostgreSQL, but for its statement, which several requests share. */
export class PostgresCounter extends RateLimiterPostgres {
  readonly #count: Count;

  constructor(count: Count, options: IRateLimiterPostgresOptions) {
    super(options);
    this.#count = count;
  }

  /** The library's hook for its stores; answers in the shape of its own statement's result. */
  async _upsert(key: string, points: number, durationMs: number): Promise<{ rows: CounterRow[] }> {
    return { rows: [await this.#count({ key, points, durationMs })] };
  }
}

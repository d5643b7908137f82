import type { Pool } from 'pg';

/** The maximum number of rows that a statement deletes, which keeps transactions short. */
export const PRUNE_BATCH = 10_000;

export interface Batches {
  values?: unknown[];
  /** The maximum number of rows of one statement. */
  size?: number;
  /** The maximum number of statements; the next run continues. */
  most?: number;
}

/** Repeats a statement of at most `size` rows until it finds fewer. */
export async function inBatches(
  pool: Pick<Pool, 'query'>,
  statement: string,
  { values = [], size = PRUNE_BATCH, most = Infinity }: Batches = {},
): Promise<void> {
  for (let left = most; left > 0; left--) {
    const { rowCount } = await pool.query(statement, values);
    if ((rowCount ?? 0) < size) return;
  }
}

/**
 * Yields the accounts with rows in a table, in ascending order, by one lookup in the primary key for each,
 * however many rows there are.
 */
export async function* accountsWith(
  pool: Pick<Pool, 'query'>,
  table: 'audit_entries' | 'requests',
): AsyncGenerator<string> {
  for (let after = '-1'; ;) {
    const { rows } = await pool.query<{ account: string }>(
      `SELECT account_id AS account FROM ${table} WHERE account_id > $1 ORDER BY account_id LIMIT 1`,
      [after],
    );
    if (!rows[0]) return;
    after = rows[0].account;
    yield after;
  }
}

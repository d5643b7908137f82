import type { Pool } from 'pg';

/**
 * Returns the next account with rows in a table, in ascending order: a look into the primary key, however many rows
 * there are.
 */
export async function nextAccount(
  pool: Pick<Pool, 'query'>,
  table: 'audit_entries' | 'requests',
  after: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ account: string }>(
    `SELECT account_id AS account FROM ${table} WHERE account_id > $1 ORDER BY account_id LIMIT 1`,
    [after],
  );
  return rows[0]?.account;
}

import type { Pool } from 'pg';

/**
 * Changes one row of an account and rolls back. Returns 'taken', or the code of the error.
 *
 * @param account the account, whose own row is the one of `accounts`
 */
export async function changeRow(pool: Pool, account: bigint, table: string, set: string): Promise<string> {
  const owner = table === 'accounts' ? 'id' : 'account_id';
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(
      `UPDATE ${table} SET ${set}
       WHERE ctid = (SELECT ctid FROM ${table} WHERE ${owner} = $1 ORDER BY ctid LIMIT 1)`,
      [account],
    );
    return rowCount === 1 ? 'taken' : 'no row';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in a short transaction. After an error the connection is closed, which rolls back: a ROLLBACK
 * would wait once more for a database that does not respond.
 */
export async function transact<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

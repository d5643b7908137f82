import type { Pool } from 'pg';

/** The tables whose rows belong to an account, by the catalogue. */
export async function tenantTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attname = 'account_id'
    ORDER BY relname`);
  return rows.map(({ name }) => name);
}

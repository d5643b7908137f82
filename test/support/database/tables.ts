import type { Pool } from 'pg';
import type { TestAccount } from '../service/account.ts';

/** Returns the tables whose rows belong to an account, from the catalogue. */
export async function tenantTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attname = 'account_id'
    ORDER BY relname`);
  return rows.map(({ name }) => name);
}

/** Returns the contents of all tables as text, as a dump would show them. */
export async function textsOf(pool: Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'graphile_worker'))`);
  const texts = await Promise.all(
    tables.rows.map(({ name }) => pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`)),
  );
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}

/** Returns how many rows of a table are the account's. */
export async function countOf({ id, database }: TestAccount, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`,
    [id],
  );
  return rows[0]!.count;
}

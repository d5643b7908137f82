import { expect } from 'vitest';
import type { Database } from '../../../src/database/connect.ts';

/** Blocks all access to `table` until the returned function is called, which can be done twice. */
export async function holdUp({ pool }: Database, table: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  let ended: Promise<unknown> | undefined;
  return async () => void (await (ended ??= client.query('ROLLBACK').finally(() => client.release())));
}

/** Returns how many connections to the database are blocked. */
export async function blockedOn({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Waits until statements on the database are blocked, at least `count`. */
export async function someoneWaits(database: Database, count = 1): Promise<void> {
  const patience = { timeout: 180_000, interval: 10 };
  await expect.poll(() => blockedOn(database), patience).toBeGreaterThanOrEqual(count);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { blockedOn } from '../../support/database/hold-up.ts';
import { tenantTables } from '../../support/database/tables.ts';
import type { TestService } from '../../support/service/service.ts';

/** Rows that requests write beside their change. */
const USAGE = new Set([
  'api_keys',
  'audit_counts',
  'request_counts',
  'request_failures',
  'requests',
  'sessions',
]);
/** How long a write may take until it waits for a row. */
const LONGEST_MS = 150;

/** Locks of all records of an account. */
export interface Held {
  /** Waits until so many connections wait for the rows, or `write` has ended without. */
  waitFor(count: number, write: Promise<unknown>): Promise<void>;
  release(): Promise<void>;
}

/** Locks all rows of an account against changes. Foreign keys can still be checked. */
export async function lockRecords({ database: { pool } }: TestService, account: bigint): Promise<Held> {
  const tables = (await tenantTables(pool)).filter((table) => !USAGE.has(table));
  const client = await pool.connect();
  await client.query(
    ['BEGIN', `SELECT FROM accounts WHERE id = ${account} FOR NO KEY UPDATE`]
      .concat(tables.map((table) => `SELECT FROM ${table} WHERE account_id = ${account} FOR NO KEY UPDATE`))
      .join(';'),
  );
  return {
    async waitFor(count, write) {
      let hasEnded = false;
      const end = () => (hasEnded = true);
      write.then(end, end);
      for (const until = performance.now() + LONGEST_MS; performance.now() < until && !hasEnded;) {
        if ((await blockedOn({ pool })) >= count) return;
        await sleep(3);
      }
    },
    async release() {
      await client.query('COMMIT');
      client.release();
    },
  };
}

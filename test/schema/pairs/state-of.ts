import type { TestService } from '../../support/service/service.ts';
import { tenantTables } from '../../support/database/tables.ts';
import { withoutNewIds } from './clone-account.ts';

/** The tables that requests write beside their change. */
const USAGE = new Set([
  'api_keys',
  'request_counts',
  'request_failures',
  'requests',
  'sessions',
  'idempotency_keys',
  'idempotency_usage',
]);

/** A receipt link leads to the newest version of its delivery, whichever it names. */
const OF_NO_MATTER: Record<string, string> = { receipt_links: ` - 'delivery_id'` };

/**
 * Returns all rows of an account as text, with what differs between two runs of the same changes left out.
 */
export async function stateOf({ database: { pool } }: TestService, account: bigint): Promise<string[]> {
  const tables = (await tenantTables(pool)).filter((table) => !USAGE.has(table));
  const { rows } = await pool.query<{ row: string }>(
    ['accounts', ...tables]
      .map((table) => {
        const key = table === 'accounts' ? 'id' : 'account_id';
        return `SELECT '${table} ' || (to_jsonb(record) - '${key}'${OF_NO_MATTER[table] ?? ''})::text AS row FROM ${table} record WHERE ${key} = ${account}`;
      })
      .join(' UNION ALL '),
  );
  return rows.map(({ row }) => settled(row)).toSorted();
}

/** Returns a row without times, random values and new ids. */
function settled(row: string): string {
  const text = row
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)?/g, 'time')
    .replace(
      /"(secret|previous_secret|password_hash|webhook_id|address|emailHash)": *"[^"]*"/g,
      '"$1": "random"',
    )
    .replace(/\\\\x[0-9a-f]+/g, 'bytes')
    .replace(/[\w.-]+@supplier\.example/g, 'mail');
  return withoutNewIds(text);
}

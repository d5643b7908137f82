import type { Pool } from 'pg';
import { tenantTables } from '../database/tables.ts';
import { createAccount, type TestAccount } from '../service/account.ts';
import type { TestService } from '../service/service.ts';
import { createMessage, createReturn, createWebhook } from './records.ts';

/** Values that the type of a column and its own checks do not tell. */
const VALUES: Record<string, string> = {
  'audit_entries.actor': `'operator'`,
  'closed_days.date': `'2099-12-24'`,
  'container_adjustments.branch_id': '(SELECT min(id) FROM branches WHERE account_id = $1)',
  'delivery_item_lots.best_before': `'2099-12-20'`,
  'delivery_item_lots.lot': `'A'`,
  'price_changes.price_after': '2',
  'withdrawals.kind': `'test'`,
  'withdrawals.lots': `'{A}'`,
};

/** Creates an account with a row in every table. */
export async function createFullAccount(
  service: Pick<TestService, 'url' | 'database'>,
): Promise<TestAccount> {
  const account = await createAccount(service);
  await createReturn(account);
  await createMessage(account, (await createWebhook(account)).id);
  await fillTables(account, await tenantTables(service.database.pool));
  return account;
}

/**
 * Adds a row to each of the tables that has none of the account, with a value in each column that needs one.
 */
export async function fillTables({ id, database: { pool } }: TestAccount, tables: string[]): Promise<void> {
  const statements = await fillingOf(pool, tables);
  // A row waits for those that it refers to.
  for (let written = 1; written > 0;) {
    written = 0;
    for (const statement of statements) written += (await pool.query(statement, [id])).rowCount!;
  }
}

interface Column {
  table: string;
  column: string;
  type: string;
  checks: string;
  /** Queries for the first records that it refers to, by the narrowest of its foreign keys first. */
  references: string[];
}

async function fillingOf(pool: Pool, tables: string[]): Promise<string[]> {
  const { rows } = await pool.query<Column>(
    `SELECT relname AS table, attname AS column, format_type(atttypid, NULL) AS type,
       coalesce((SELECT string_agg(pg_get_constraintdef(oid), ' ') FROM pg_constraint
                 WHERE contype = 'c' AND conrelid = attrelid AND conkey = ARRAY[attnum]), '') AS checks,
       ARRAY(SELECT format('(SELECT %I FROM %s WHERE account_id = $1 ORDER BY 1 LIMIT 1)', referred.attname, confrelid::regclass)
             FROM pg_constraint JOIN pg_attribute referred
               ON referred.attrelid = confrelid AND referred.attnum = confkey[array_position(conkey, own.attnum)]
             WHERE contype = 'f' AND conrelid = own.attrelid AND own.attnum = ANY(conkey)
             ORDER BY cardinality(conkey) DESC) AS "references"
     FROM pg_attribute own JOIN pg_class ON pg_class.oid = attrelid
     WHERE relname = ANY($1) AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
       AND (attname = 'account_id' OR attnotnull AND NOT atthasdef AND attidentity = ''
            OR relname || '.' || attname = ANY($2))
     ORDER BY attnum`,
    [tables, Object.keys(VALUES)],
  );
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const others = columns.filter(({ column }) => column !== 'account_id');
    const values = others.map(valueOf);
    const exist = others.flatMap(({ references }) => references.map((query) => ` AND ${query} IS NOT NULL`));
    return `INSERT INTO ${table} (${['account_id', ...others.map(({ column }) => column)].join()})
      SELECT ${['$1::bigint', ...values].join()}
      WHERE NOT EXISTS (SELECT FROM ${table} WHERE account_id = $1)${exist.join('')}`;
  });
}

function valueOf({ table, column, type, checks, references }: Column): string {
  const known = VALUES[`${table}.${column}`] ?? references[0];
  if (known) return known;
  const [, choice] = /(?:= ANY \(|<@ )ARRAY\['([^']+)'/.exec(checks) ?? [];
  const [, length = 1] = /char_length\(\w+\) = (\d+)/.exec(checks) ?? [];
  const [, least = 1] = />= ([1-9]\d*)\)/.exec(checks) ?? [];
  const text = choice ? `'${choice}'` : `repeat('a', ${length})`;
  if (type === 'text') return text;
  if (type === 'text[]') return `ARRAY[${text}]`;
  if (type === 'bytea') return `sha256('a')`;
  if (type === 'jsonb') return `'[]'`;
  if (type === 'boolean') return 'false';
  if (type === 'date') return 'current_date';
  return type.startsWith('timestamp') ? `date_trunc('hour', now(), 'UTC')` : String(least);
}

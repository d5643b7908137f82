import { type Database, inTransaction } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import { GRACE_DAYS } from '../schema/people/account/delete-account.ts';
import { releaseUnused } from '../schema/people/cell/release-unused.ts';
import type { Settings } from '../schema/core/context.ts';

/** The maximum number of rows of one statement. */
const PURGE_BATCH = 1_000;
/** The maximum number of batches in a run, because a stopping worker waits for it. The next run continues. */
const MAX_BATCHES = 200;

const BEYOND_GRACE = `
  SELECT id FROM accounts /* guard: grace-days */ WHERE deleted_at <= now() - make_interval(days => ${GRACE_DAYS})
  ORDER BY deleted_at, id LIMIT 1`;

/**
 * The tables of accounts, which tables refer to them, and the columns by which rows refer to rows of the same
 * table.
 */
const PURGED_TABLES = `
  SELECT quote_ident(relname) AS name,
    ARRAY(SELECT quote_ident(other.relname) FROM pg_constraint JOIN pg_class other ON other.oid = conrelid
          WHERE confrelid = pg_class.oid AND contype = 'f' AND conrelid <> confrelid) AS "referredBy",
    ARRAY(SELECT quote_ident(attname) FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[2]
          WHERE conrelid = pg_class.oid AND confrelid = conrelid AND contype = 'f') AS own
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'account_id' AND NOT attisdropped)
  ORDER BY relname`;

interface PurgedTable {
  name: string;
  referredBy: string[];
  own: string[];
}

export interface PurgeHost {
  database: Database;
  settings: Settings;
  log: Logger;
}

/**
 * Deletes the accounts that can no longer be restored, with all their rows in all tables, in at most {@link
 * MAX_BATCHES} transactions of about {@link PURGE_BATCH} rows. A run that is killed has deleted whole
 * batches; the next one continues, because the row of the account is deleted last.
 */
export async function purgeAccounts(host: PurgeHost): Promise<void> {
  const { pool } = host.database;
  for (let left = MAX_BATCHES; ;) {
    const { rows } = await pool.query<{ id: string }>(BEYOND_GRACE);
    const account = rows[0]?.id;
    if (account === undefined) return;
    for (const table of childrenFirst((await pool.query<PurgedTable>(PURGED_TABLES)).rows)) {
      while ((await deleteBatch(host, table, account)) > 0) if (--left <= 0) return;
    }
    await pool.query('DELETE FROM accounts WHERE id = $1', [account]);
    host.log.info(
      { account },
      'an account that was deleted cannot be restored any more, so its rows were deleted',
    );
    if (--left <= 0) return;
  }
}

/** Deletes a batch of rows, and returns how many were deleted. */
async function deleteBatch(host: PurgeHost, table: PurgedTable, account: string): Promise<number> {
  if (table.name === 'people') return deletePerson(host, account);
  const { rowCount } = await host.database.pool.query(deletionFrom(table), [account]);
  return rowCount ?? 0;
}

/** Deletes a person together with the claim of the e-mail address in the directory of cells. */
function deletePerson({ database, settings, log }: PurgeHost, account: string): Promise<number> {
  return inTransaction(database.prisma, async (tx) => {
    const [person] = await tx.$queryRaw<{ email: string }[]>`
      DELETE FROM people WHERE account_id = ${BigInt(account)}
        AND id = (SELECT min(id) FROM people WHERE account_id = ${BigInt(account)}) RETURNING email`;
    if (!person) return 0;
    // guard: purged-email
    await releaseUnused({ caller: null, db: tx, settings, log: () => log, announce() {} }, person.email);
    return 1;
  });
}

function deletionFrom({ name, own }: PurgedTable): string {
  if (own.length === 0) {
    return `DELETE FROM ${name} WHERE account_id = $1
      AND ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE account_id = $1 LIMIT ${PURGE_BATCH}))`;
  }
  // The newest rows, and those that they refer to: rows that refer to each other are deleted together.
  return `
    WITH RECURSIVE chosen (id) AS (
      SELECT id FROM (SELECT id FROM ${name} WHERE account_id = $1 ORDER BY id DESC LIMIT ${PURGE_BATCH}) AS newest
      UNION
      SELECT referred.id FROM chosen JOIN ${name} one ON one.account_id = $1 AND one.id = chosen.id
      CROSS JOIN LATERAL unnest(ARRAY[${own.map((column) => `one.${column}`).join()}]) AS referred (id)
      WHERE referred.id IS NOT NULL
    )
    DELETE FROM ${name} WHERE account_id = $1 AND id IN (SELECT id FROM chosen)`;
}

/** Returns the tables so that each comes after those that refer to it. */
function childrenFirst(tables: PurgedTable[]): PurgedTable[] {
  const ordered: PurgedTable[] = [];
  for (let left = tables; left.length > 0;) {
    const next = left.filter(({ referredBy }) => !left.some(({ name }) => referredBy.includes(name)));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

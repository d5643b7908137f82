import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { openClient } from '../database/client.ts';
import { from, to } from 'pg-copy-streams';
import { appliedMigrations, migrate } from '../database/migrate.ts';
import { BackupError, type BackupReader, type Contents } from './backup-file.ts';
import { copied, type ReportProgress } from './copied.ts';
import { type Access, endAccess } from './end-access.ts';
import { dropIndexes } from './indexes.ts';
import type { OpenBackup } from './open-backup.ts';
import { COPYING, namesOf, type CopiedTable, tablesOf } from './tables.ts';
import { isSame, type TableChecksum } from './tally.ts';

export interface RestoreOptions {
  /** How many ids of each kind to skip after those in the backup. */
  skipIds?: number;
  /** The access to end, such as sessions that may have been ended after the backup. */
  access?: Access;
  /**
   * Whether an empty database of a newer version may lose its tables, as one that belongs to the service can.
   */
  mayStartOver?: boolean;
  onProgress?: ReportProgress;
  /** The signal that aborts the restore and leaves the database empty. */
  signal?: AbortSignal;
}

export interface Restored {
  createdAt: string;
  tables: number;
  rows: number;
  /** The names of migrations that are newer than the backup. */
  applied: string[];
  webhooksDeactivated: number;
  /** How many accounts are suspended until an operator enables them, and their standing orders. */
  accountsResting: number;
  standingOrdersResting: number;
}

const RESTING = `
  SELECT (SELECT count(*)::int FROM accounts WHERE resting_since IS NOT NULL) AS "accountsResting",
    (SELECT count(*)::int FROM standing_orders JOIN accounts ON accounts.id = account_id
     WHERE resting_since IS NOT NULL AND ended_at IS NULL) AS "standingOrdersResting"`;

/**
 * Restores a backup into an empty database. It migrates the tables to the backup's version, loads all rows
 * and verifies them in one transaction, then migrates to this version.
 *
 * @throws BackupError when the file is damaged, Error when the database is not empty; the database stays as
 * it was
 */
export async function restoreBackup(
  url: string,
  { reader, header, migrations }: OpenBackup,
  options: RestoreOptions = {},
): Promise<Restored> {
  const client = openClient({ url, name: 'provender restore' });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseUnlessEmpty(client);
    if (await isNewer(client, migrations.length)) {
      if (!options.mayStartOver)
        throw new Error('the database is of a newer version than the backup: restore into a new one');
      await dropTables(client);
    }
    await migrate(url, migrations);
    for (const name of header.leftOut ?? []) options.onProgress?.(`${name}: not in the backup`);
    await client.query('BEGIN');
    const tallies = await load(client, reader, options);
    const webhooksDeactivated = await endAccess(client, options.access ?? {});
    await client.query('COMMIT');
    await client.query('ANALYZE');
    const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0);
    const applied = await migrate(url);
    const resting = await client.query<Pick<Restored, 'accountsResting' | 'standingOrdersResting'>>(RESTING);
    const { createdAt } = header;
    return { createdAt, tables: tallies.length, rows, applied, webhooksDeactivated, ...resting.rows[0]! };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    // Closing the connection rolls back whatever is not committed.
    await client.end();
    await reader.close();
  }
}

/** Returns whether an empty database has more migrations than the backup. */
async function isNewer(client: Client, count: number): Promise<boolean> {
  const { rows } = await client.query<{ migrated: boolean }>(IS_MIGRATED);
  return rows[0]!.migrated && (await appliedMigrations(client)).length > count;
}

/** Drops the service's empty tables, so that the backup's version can create its own. */
async function dropTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('SELECT quote_ident(current_schema()) AS schema');
  const { schema } = rows[0]!;
  await client.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`);
}

const IS_MIGRATED = `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated`;

/** Requires a database without tables, or with only the service's empty ones. */
async function refuseUnlessEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ migrated: boolean }>(IS_MIGRATED);
  for (const { name } of await tablesOf(client)) {
    const isFilled = async () => (await client.query(`SELECT FROM ${name} LIMIT 1`)).rowCount! > 0;
    if (rows[0]!.migrated && !(await isFilled())) continue;
    throw new Error(`the database is not empty (table ${name}): restore into an empty one`);
  }
}

/**
 * Loads everything in the open transaction.
 *
 * @throws BackupError when the contents differ from what the backup declares
 */
async function load(client: Client, reader: BackupReader, options: RestoreOptions): Promise<TableChecksum[]> {
  const { skipIds = 0, onProgress, signal } = options;
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  await client.query(COPYING);
  await client.query(`LOCK TABLE ${namesOf([...tables.values()])} IN ACCESS EXCLUSIVE MODE`);
  // Triggers would change rows that are loaded already.
  await setTriggers(client, tables.keys(), 'DISABLE');
  const restoreIndexes = await dropIndexes(client);
  const loaded: Record<string, TableChecksum> = {};
  let contents: Contents | undefined;
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    contents = reader.contentsIn(line);
    const table = tableIn(line);
    if (!table) continue;
    const own = tables.get(table.name);
    // Another program's table in the same schema, which no migration creates.
    if (!own) onProgress?.(`${table.name}: skipped, not a table of Provender`);
    if (own) {
      tables.set(table.name, { ...table, columns: copiedColumns(table, own) });
      loaded[table.name] = await loadTable(client, reader, tables.get(table.name)!, options);
    } else {
      loaded[table.name] = await tallied(reader.rows());
    }
  }
  const { tables: expected, sequences } = contents ?? {};
  if (!expected || !sequences || !areSame(loaded, expected)) throw reader.damaged();

  onProgress?.('building indexes and verifying all rows');
  await restoreIndexes();
  for (const table of tables.values()) {
    signal?.throwIfAborted();
    if (!isSame(await readBack(client, table), expected[table.name] ?? { rows: 0, bytes: 0, sum: 0 })) {
      throw new Error(`table ${table.name} differs from what was loaded into it: nothing was restored`);
    }
  }
  await setTriggers(client, tables.keys(), 'ENABLE');
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('SELECT setval(to_regclass($1), $2)', [name, last + skipIds]);
  }
  return Object.entries(loaded).flatMap(([name, tally]) => (tables.has(name) ? [tally] : []));
}

/** Switches the triggers of tables, besides those of their foreign keys. */
async function setTriggers(
  client: Client,
  names: Iterable<string>,
  how: 'ENABLE' | 'DISABLE',
): Promise<void> {
  for (const name of names) await client.query(`ALTER TABLE ${name} ${how} TRIGGER USER`);
}

/** Returns the table that a line starts, with the columns of the backup. */
function tableIn(line: string): CopiedTable | undefined {
  const [, name, columns] = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(line) ?? [];
  return name && columns ? { name, columns: columns.split(', ') } : undefined;
}

/**
 * Returns the columns as SQL, after checking each name.
 *
 * @throws BackupError when the database lacks a column
 */
function copiedColumns({ name, columns }: CopiedTable, known: CopiedTable): string[] {
  if (columns.every((column) => known.columns.includes(column))) return columns;
  throw new BackupError(`the columns of table ${name} in the backup do not match its migrations`);
}

async function loadTable(
  client: Client,
  reader: BackupReader,
  { name, columns }: CopiedTable,
  { onProgress, signal }: RestoreOptions,
): Promise<TableChecksum> {
  let tally!: TableChecksum;
  async function* rows(): AsyncGenerator<Buffer> {
    tally = yield* copied(reader.rows(), (count) => onProgress?.(`${name}: ${count}`));
  }
  const copy = client.query(from(`COPY ${name} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(rows(), { objectMode: false }), copy, { signal });
  return tally;
}

function readBack(client: Client, { name, columns }: CopiedTable): Promise<TableChecksum> {
  return tallied(client.query(to(`COPY ${name} (${columns.join(', ')}) TO STDOUT`)));
}

async function tallied(source: AsyncIterable<Buffer>): Promise<TableChecksum> {
  const rows = copied(source);
  for (;;) {
    const { done, value } = await rows.next();
    if (done) return value;
  }
}

function areSame(one: Record<string, TableChecksum>, other: Record<string, TableChecksum>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name]!, other[name]));
}

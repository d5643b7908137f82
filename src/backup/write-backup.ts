import { access, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { openClient } from '../database/client.ts';
import { to } from 'pg-copy-streams';
import { appliedMigrations, pendingMigrations } from '../database/migrate.ts';
import { type Contents, contentsLine, END_OF_ROWS, headerLine } from './backup-file.ts';
import { fileErrorOf } from '../error-line.ts';
import { VERSION } from '../version.ts';
import { copied, type ReportProgress } from './copied.ts';
import { COPYING, namesOf, sequencesOf, tablesOf } from './tables.ts';

export interface BackupOptions {
  /** The tables whose rows are left out; no other table needs them. */
  leftOut?: readonly string[];
  onProgress?: ReportProgress;
  /** The signal that aborts the backup and leaves no file behind. */
  signal?: AbortSignal;
}

export interface BackupSummary {
  bytes: number;
  tables: number;
  rows: number;
  accounts: number;
}

/**
 * Writes all data of the database at `url` to a new file, from a single snapshot, while the service keeps
 * running. The file gets its name when it is complete. Only migrations wait for it.
 *
 * @throws Error when the file exists or cannot be written, when there is no account to back up, or when
 * another version made the database, so that this one could not restore it
 */
export async function writeBackup(
  url: string,
  path: string,
  options: BackupOptions = {},
): Promise<BackupSummary> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`${path} already exists: choose another name`);
  const partial = `${path}.${process.pid}.partial`;
  // The contents are as secret as the database.
  const file = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`${path} cannot be written: ${fileErrorOf(error)}`, { cause: error });
  });
  const client = openClient({ url, name: 'provender backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    const contents: Contents = { tables: {}, sequences: {} };
    await pipeline(
      Readable.from(backupLines(client, contents, options), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      file.createWriteStream({ flush: true }),
      { signal: options.signal },
    );
    await rename(partial, path);
    const tallies = Object.values(contents.tables);
    const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0);
    const accounts = contents.tables.accounts!.rows;
    return { bytes: (await stat(path)).size, tables: tallies.length, rows, accounts };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await file.close();
    await rm(partial, { force: true });
    await client.end();
  }
}

async function* backupLines(
  client: Client,
  contents: Contents,
  { leftOut = [], onProgress }: BackupOptions,
): AsyncGenerator<Buffer> {
  const allTables = await tablesOf(client);
  if (!(await hasLedger(client)))
    throw new Error('there is nothing to back up: the database is not migrated');
  await pendingMigrations(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(COPYING);
  // Locks the tables before reading, so that migrations wait and the tables match the snapshot.
  if (allTables.length > 0) await client.query(`LOCK TABLE ${namesOf(allTables)} IN ACCESS SHARE MODE`);
  const accounts = await client.query('SELECT FROM accounts LIMIT 1');
  if (accounts.rowCount === 0) throw new Error('there is nothing to back up: the database has no account');
  const migrations = await appliedMigrations(client);
  const createdAt = new Date().toISOString();
  yield line(
    headerLine({
      createdAt,
      version: VERSION,
      migrations,
      ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
    }),
  );
  for (const { name, columns } of await tablesOf(client)) {
    if (leftOut.includes(name)) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      onProgress?.(`${name}: ${rows[0]!.count} left out`);
      continue;
    }
    const listed = `${name} (${columns.join(', ')})`;
    yield line(`COPY ${listed} FROM stdin;`);
    const rows = client.query(to(`COPY ${listed} TO STDOUT`));
    contents.tables[name] = yield* copied(rows, (count) => onProgress?.(`${name}: ${count}`));
    yield line(END_OF_ROWS);
  }
  // The sequences are read last: they are not part of a snapshot, and must be past all copied ids.
  contents.sequences = await sequencesOf(client);
  for (const [name, last] of Object.entries(contents.sequences)) {
    yield line(`SELECT setval('${name}', ${last});`);
  }
  yield line(contentsLine(contents));
}

async function hasLedger(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS has`,
  );
  return rows[0]!.has;
}

function line(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

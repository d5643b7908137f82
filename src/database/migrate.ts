import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type { Client, Pool } from 'pg';
import { openClient, openPool } from './client.ts';
import { isLocked } from './unreachable.ts';

const FOLDER = new URL('../../prisma/migrations/', import.meta.url);
const MIGRATION_LOCK_KEY = 7_768_340;
const MIGRATE_NAME = 'provender migrate';
/** Requests queue behind a statement that waits for a lock, so a migration waits only briefly and retries. */
const MIGRATION_LOCK = { timeoutMs: 1_000, attempts: 60, pauseMs: 1_000 };

// The table of `prisma migrate deploy`, so that Prisma's own tools agree on what is applied.
const LEDGER = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

const MADE_BY_ANOTHER =
  'another version made it, and this one can neither use it nor back it up: start with an empty one';

/** Thrown when the text of an applied migration differs from this version's. */
export class EditedMigrationError extends Error {
  override name = 'EditedMigrationError';
  readonly migration: string;

  constructor(migration: string) {
    super(`migration ${migration} was changed after it was applied to this database: ${MADE_BY_ANOTHER}`);
    this.migration = migration;
  }
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the missing migrations under a lock, and returns their names. Each migration is one transaction
 * together with its ledger entry, so a crash leaves all of it or nothing.
 *
 * @param migrations those to apply, by default all of this version
 */
export async function migrate(url: string, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await releaseMigrations());
  const client = openClient({ url, name: MIGRATE_NAME });
  // The failing query reports a lost connection already.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await client.query(LEDGER);
    const missing = await missingIn(client, known);
    for (const migration of missing) await withLocks(() => apply(client, migration));
    await withLocks(() => migrateWorker(url));
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Returns the names of the migrations that the database lacks.
 *
 * @throws EditedMigrationError
 */
export async function pendingMigrations(client: Pick<Pool, 'query'>): Promise<string[]> {
  return (await missingIn(client, await releaseMigrations())).map(({ name }) => name);
}

/** Returns the applied migrations in order. */
export async function appliedMigrations(
  client: Pick<Pool, 'query'>,
): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  const { rows } = await client.query<Pick<Migration, 'name' | 'checksum'>>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

async function missingIn(client: Pick<Pool, 'query'>, migrations: Migration[]): Promise<Migration[]> {
  const applied = new Map((await appliedMigrations(client)).map(({ name, checksum }) => [name, checksum]));
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) throw new EditedMigrationError(name);
    return known === undefined;
  });
}

let migrationsRead: Promise<Migration[]> | undefined;

/** Returns the migrations of this version, which are read once per process. */
export function releaseMigrations(): Promise<Migration[]> {
  return (migrationsRead ??= readMigrations().catch((error) => {
    migrationsRead = undefined;
    throw error;
  }));
}

async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${MIGRATION_LOCK.timeoutMs}`);
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function migrateWorker(url: string): Promise<void> {
  const session = { lock_timeout: `${MIGRATION_LOCK.timeoutMs}` };
  const pool = openPool({ url, name: MIGRATE_NAME, max: 2, session }, () => {});
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) }).finally(() => pool.end());
}

/** Retries `work` while other sessions hold the locks that it needs. */
async function withLocks(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || attempt === MIGRATION_LOCK.attempts) throw error;
      await sleep(MIGRATION_LOCK.pauseMs);
    }
  }
}

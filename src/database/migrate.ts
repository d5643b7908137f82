import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Logger, runMigrations } from 'graphile-worker';
import { Client, Pool } from 'pg';

const FOLDER = new URL('../../prisma/migrations/', import.meta.url);
const LOCK_KEY = 7_768_340;

// The table `prisma migrate deploy` keeps, so that Prisma's own tools agree on what is applied.
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

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies what is missing, under a lock, and answers the names of what was applied. Each migration
 * is one transaction together with its entry in the ledger, so a kill leaves all of it or nothing.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'provender migrate' });
  // A lost connection fails the query under way; nothing is to be said beside it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(LEDGER);
    const missing = await missingIn(client);
    for (const migration of missing) await apply(client, migration);
    await migrateWorker(url);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Names of the migrations that `client`'s database lacks. @throws when an applied one was edited */
export async function pendingMigrations(client: Pick<Pool, 'query'>): Promise<string[]> {
  return (await missingIn(client)).map(({ name }) => name);
}

async function missingIn(client: Pick<Pool, 'query'>): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  return (await migrations()).filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) {
      throw new Error(`migration ${name} was changed after it was applied to this database`);
    }
    return known === undefined;
  });
}

let known: Promise<Migration[]> | undefined;

/** The migrations of this version, read once: a new one comes with a new process. */
function migrations(): Promise<Migration[]> {
  return (known ??= readMigrations().catch((error) => {
    known = undefined;
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
  const pool = new Pool({ connectionString: url, max: 2, application_name: 'provender migrate' });
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  await pool.end();
}

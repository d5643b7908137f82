import { readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { releaseMigrations, migrate, pendingMigrations } from '../../src/database/migrate.ts';

const MIGRATIONS = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

let url: string;
let client: Client;

beforeEach(async () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  url = Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href;
  client = new Client({ connectionString: url });
  await client.connect();
});

afterEach(async () => {
  const name = client.database;
  await client.end();
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
});

it('applies everything exactly once when ten processes start at once', async () => {
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
  expect(applied.flat()).toEqual(MIGRATIONS);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await ledger()).toEqual(MIGRATIONS);
  expect(await pendingMigrations(client)).toEqual([]);
  expect(await hasTable('graphile_worker._private_jobs')).toBe(true);
});

it('applies nothing to a database that has everything', async () => {
  await migrate(url);
  expect(await migrate(url)).toEqual([]);
  expect(await ledger()).toEqual(MIGRATIONS);
});

it('refuses a database to which an edited migration was applied', async () => {
  await migrate(url);
  const [first] = MIGRATIONS;
  await client.query(`UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = $1`, [first]);
  const message = `migration ${first} was changed after it was applied to this database`;
  await expect(migrate(url)).rejects.toThrow(message);
  await expect(pendingMigrations(client)).rejects.toThrow(message);
});

it('leaves nothing of a migration that fails, and applies it once it can', async () => {
  await client.query('CREATE TABLE webhook_attempts ()');
  await expect(migrate(url)).rejects.toThrow(/^migration \S+_init failed: .*already exists/);
  expect(await hasTable('accounts')).toBe(false);
  expect(await pendingMigrations(client)).toEqual(MIGRATIONS);
  await client.query('DROP TABLE webhook_attempts');
  expect(await migrate(url)).toEqual(MIGRATIONS);
});

it('waits only briefly for a lock and retries, so that nobody waits long behind it', async () => {
  await migrate(url);
  const next = { name: '29990101000000_next', sql: 'ALTER TABLE products ADD COLUMN x int', checksum: '-' };
  await client.query('BEGIN');
  await client.query('SELECT FROM products');
  const migrating = migrate(url, [...(await releaseMigrations()), next]);
  const reader = new Client({ connectionString: url, statement_timeout: 4_000 });
  await reader.connect();
  const waits = `SELECT FROM pg_locks JOIN pg_class ON pg_class.oid = relation WHERE relname = 'products' AND NOT granted`;
  await expect.poll(async () => (await reader.query(waits)).rowCount, { timeout: 20_000 }).toBe(1);
  await reader.query('SELECT FROM products').finally(() => reader.end());
  await client.query('COMMIT');
  expect(await migrating).toEqual([next.name]);
});

async function ledger(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at, name',
  );
  return rows.map(({ name }) => name);
}

async function hasTable(name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [name]);
  return rows[0].there;
}

async function onServer(sql: string): Promise<void> {
  const server = new Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await server.query(sql).finally(() => server.end());
}

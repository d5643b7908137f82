import { expect, it, onTestFinished } from 'vitest';
import { openClient, type ConnectionSettings, openPool } from '../../src/database/client.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { useDatabase } from '../support/database/database.ts';
import { startDatabaseProxy } from '../support/process/database-proxy.ts';

const database = useDatabase();

async function settingOf(name: string, settings: Omit<ConnectionSettings, 'url' | 'name'>): Promise<unknown> {
  const client = openClient({ url: database.url, name: 'test', ...settings });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(`SHOW ${name}`).finally(() => client.end());
  return rows[0]![name];
}

it('has a statement timeout, whatever the role’s is', async () => {
  await database.pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = '7s'`);
  expect(await settingOf('statement_timeout', { statementTimeoutMs: 3_000 })).toBe('3s');
  expect(await settingOf('statement_timeout', {})).toBe('0');
});

it('relies on the role through a pooler, which accepts no parameters', async () => {
  await database.pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = '7s'`);
  expect(await settingOf('statement_timeout', { statementTimeoutMs: 3_000, isPooled: true })).toBe('7s');
});

it('abandons a statement that the server does not cancel', async () => {
  await database.pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = 0`);
  const settings = { url: database.url, name: 'test', isPooled: true, statementTimeoutMs: 1, max: 1 };
  const pool = openPool(settings, () => {});
  onTestFinished(() => pool.end());
  const error = await pool.query('SELECT pg_sleep(60)').catch((reason: unknown) => reason);
  expect(isUnreachable(error)).toBe(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('closes connections that are silent, also one that a library returns to its pool', async () => {
  await using proxy = await startDatabaseProxy(database.url);
  const pool = openPool({ url: proxy.url, name: 'test', statementTimeoutMs: 1_000, max: 2 }, () => {});
  onTestFinished(() => pool.end());
  const [client] = await Promise.all([pool.connect(), pool.query('SELECT pg_sleep(0.1)')]);
  proxy.hang();
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  client.release();
  proxy.replace();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

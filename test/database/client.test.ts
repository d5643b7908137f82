import { expect, it, onTestFinished } from 'vitest';
import { openClient, type ConnectionSettings, openPool } from '../../src/database/client.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { useDatabase } from '../support/database/database.ts';

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
  const lost: Error[] = [];
  const settings = { url: database.url, name: 'test', isPooled: true, statementTimeoutMs: 1, max: 1 };
  const pool = openPool(settings, (error) => lost.push(error));
  onTestFinished(() => pool.end());
  const error = await pool.query('SELECT pg_sleep(60)').catch((reason: unknown) => reason);
  expect(isUnreachable(error)).toBe(true);
  expect(lost).toHaveLength(1);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

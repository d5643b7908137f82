import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

it('a client that leaves during its query is logged as such, and as no error', async () => {
  const account = await createAccount(service);
  const { pool } = service.database;
  const locking = await pool.connect();
  await locking.query('BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE');
  const leaving = new AbortController();
  const asked = fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.key}` },
    body: JSON.stringify({ query: '{ deliveries(first: 1) { nodes { id } } }' }),
    signal: leaving.signal,
  });
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');
  await expect.poll(() => service.logged()).toContain('request aborted');
  await locking.query('ROLLBACK');
  locking.release();
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(0);
  expect((await account.call('GET', '/deliveries')).status).toBe(200);
  expect(service.logged()).not.toContain('unexpected error');
});

import { expect, it } from 'vitest';
import { openPool } from '../../src/database/client.ts';
import { warmConnections } from '../../src/jobs/warm-connections.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('opens connections, and prepares the statements of runs on each', async () => {
  const pool = openPool({ url: database.url, name: 'warm', max: 4 }, () => {});
  const stopping = new AbortController();
  try {
    const warming = warmConnections(pool, 3, stopping.signal);
    await expect.poll(() => pool.idleCount, { timeout: 10_000 }).toBe(3);
    stopping.abort();
    await warming;
    expect(pool.totalCount).toBe(3);
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
    for (const client of clients) {
      const { rows } = await client.query<{ name: string; plans: string }>(
        'SELECT name, custom_plans + generic_plans AS plans FROM pg_prepared_statements ORDER BY name',
      );
      expect(rows).toEqual([
        { name: 'record-attempts', plans: '6' },
        { name: 'take-due-messages', plans: '6' },
      ]);
      client.release();
    }
  } finally {
    await pool.end();
  }
});

it('opens nothing for a worker that stops before', async () => {
  const pool = openPool({ url: database.url, name: 'warm', max: 4 }, () => {});
  await warmConnections(pool, 3, AbortSignal.abort());
  expect(pool.totalCount).toBe(0);
  await pool.end();
});

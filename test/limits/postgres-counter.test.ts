import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../src/limits/limiter.ts';
import { requestRates } from '../../src/schema/account/plans.ts';
import { createStatements } from '../../src/limits/postgres-counter.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();
const change = (key: string) => ({ key, points: 1, durationMs: 60_000 });
const UNSTORABLE = ['x'.repeat(300), 'a\0b'];

describe('counters of one batch', () => {
  it('are counted, even if the database refuses one of them', async () => {
    const { count, read } = createStatements(database.pool);
    const keys = ['one', UNSTORABLE[0]!, 'two', UNSTORABLE[1]!, 'one'];
    const counted = await Promise.allSettled(keys.map((key) => count(change(key))));
    expect(counted.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([await read('one'), await read('two')]).toMatchObject([{ points: 2 }, { points: 1 }]);
  });

  it('apply the limit of a plan next to one that cannot be stored', async () => {
    const limiter = createLimiter({ pool: database.pool }, requestRates());
    const verdicts = [];
    for (let turn = 0; turn < 12; turn++) {
      const [mine] = await Promise.all(
        ['account:7', ...UNSTORABLE].map((who) => limiter.consume(who, 'free')),
      );
      verdicts.push(mine!.refusedBy);
    }
    expect(verdicts.filter((refusedBy) => refusedBy === null)).toHaveLength(10);
    const { rows } = await database.pool.query(
      `SELECT points FROM rate_limits WHERE key = 'minute:account:7'`,
    );
    expect(rows).toEqual([{ points: 10 }]);
  });

  it('query the store once for concurrent reads', async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const sent: unknown[] = [];
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    pool.query = ((...args: unknown[]) => (sent.push(args), query(...args))) as typeof pool.query;
    const limiter = createLimiter({ pool }, requestRates());
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => limiter.peek(`address:192.0.2.${at}`, 'business')),
    );
    expect(sent).toHaveLength(1);
    await pool.end();
  });
});

it('subtracts a counted request', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  for (let turn = 0; turn < 3; turn++) await limiter.consume('account:8', 'pro');
  await limiter.giveBack('account:8', 'pro');
  const { hour, minute } = await limiter.peek('account:8', 'pro');
  expect([hour.remaining, minute.remaining]).toEqual([998, 58]);
  await limiter.giveBack('account:9', 'pro');
  expect((await limiter.peek('account:9', 'pro')).hour.remaining).toBe(1_000);
});

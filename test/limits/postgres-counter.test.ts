import { Pool } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLimiter } from '../../src/limits/limiter.ts';
import { requestRates } from '../../src/schema/caller/plans.ts';
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

it('ends a window that would last longer than its length, as after the clock went back', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  for (let turn = 0; turn < 5; turn++) await limiter.consume('account:9', 'free');
  const [row] = await database.prisma.$queryRaw<{ ends: number }[]>`
    UPDATE rate_limits SET expire = expire + 3600000 WHERE key LIKE '%account:9' RETURNING expire AS ends`;
  expect(row).toBeDefined();
  const { hour } = await limiter.peek('account:9', 'free');
  expect(hour.remaining).toBe(60);
  expect(hour.resetAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
  const verdict = await limiter.consume('account:9', 'free');
  expect(verdict).toMatchObject({ refusedBy: null, hour: { remaining: 59 }, minute: { remaining: 9 } });
  expect(verdict.hour.resetAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(verdict.minute.resetAt).toBeLessThanOrEqual(Date.now() + 60_000);
});

it('forgets what it refused when the clock of the process goes back', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  for (let turn = 0; turn < 11; turn++) await limiter.consume('account:11', 'free');
  expect((await limiter.consume('account:11', 'free')).refusedBy).toBe('minute');
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  expect(await limiter.consume('account:11', 'free')).toMatchObject({
    refusedBy: null,
    hour: { remaining: 59 },
  });
});

it('keeps a window that another process opened by a clock that is two seconds ahead', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  for (let turn = 0; turn < 9; turn++) await limiter.consume('account:10', 'free');
  await database.pool.query(`UPDATE rate_limits SET expire = expire + 2000 WHERE key LIKE '%account:10'`);
  expect(await limiter.consume('account:10', 'free')).toMatchObject({ minute: { remaining: 0 } });
  expect((await limiter.consume('account:10', 'free')).refusedBy).toBe('minute');
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { createGuessLimiter } from '../../src/limits/guesses.ts';
import { createLimiter } from '../../src/limits/limiter.ts';
import { requestRates } from '../../src/schema/core/caller/plans.ts';
import { pruneExpired } from '../../src/jobs/prune-expired.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();
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

it('gives back together what is refused together, and nothing to a window that ends', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  const subjects = ['account:12', 'account:12', 'account:13'];
  for (const subject of [...subjects, ...subjects]) await limiter.consume(subject, 'pro');
  await database.pool.query(`UPDATE rate_limits SET expire = $1 WHERE key = 'hour:account:13'`, [
    Date.now() + 900,
  ]);
  await Promise.all(subjects.map((subject) => limiter.giveBack(subject, 'pro')));
  const { rows } = await database.pool.query(
    `SELECT key, points FROM rate_limits WHERE key ~ 'account:1[23]$' ORDER BY key`,
  );
  expect(rows).toEqual([
    { key: 'hour:account:12', points: 2 },
    { key: 'hour:account:13', points: 2 },
    { key: 'minute:account:12', points: 2 },
    { key: 'minute:account:13', points: 1 },
  ]);
});

it('charges all of several requests or none, and a minute has room for them', async () => {
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  await limiter.consume('account:14', 'free');
  expect(await limiter.charge('account:14', 'free', 60)).toMatchObject({
    refusedBy: 'hour',
    hour: { remaining: 59 },
    minute: { remaining: 9 },
  });
  expect(await limiter.charge('account:14', 'free', 59)).toMatchObject({
    refusedBy: null,
    hour: { remaining: 0 },
    minute: { remaining: 0 },
  });
  expect(await limiter.consume('account:14', 'free')).toMatchObject({ refusedBy: 'hour' });
});

it('counts guesses for all processes, and deletes windows that a clock far ahead opened', async () => {
  const [one, other] = [0, 1].map(() => createGuessLimiter({ pool: database.pool }));
  for (let guess = 0; guess < 5; guess++) {
    const { retryAfter } = await (guess % 2 ? one! : other!).take({ pair: 'somebody' });
    expect(retryAfter).toBeNull();
  }
  expect((await one!.take({ pair: 'somebody' })).retryAfter).toBeGreaterThan(890);
  const counted = () =>
    database.pool.query(`SELECT points FROM rate_limits WHERE key = 'guess-pair:somebody'`);
  expect((await counted()).rows).toEqual([{ points: 5 }]);
  await database.pool.query(`UPDATE rate_limits SET expire = expire + 86400000 * 2 WHERE key LIKE 'guess-%'`);
  await pruneExpired(database.pool);
  expect((await counted()).rows).toEqual([]);
});

import { ShareError } from '@provender/fair-pool/fair-queue';
import { describe, expect, it } from 'vitest';
import { runFor, runHeavily } from '../../src/database/current-work.ts';
import { inTransaction } from '../../src/database/connect.ts';
import { pino } from 'pino';
import { appErrorOf } from '../../src/http/response/error-status.ts';
import { isCrowded, isUnreachable } from '../../src/database/unreachable.ts';
import { useDatabase } from '../support/database/database.ts';

// Five connections: at most three per subject, four for all subjects together.
const database = useDatabase();

/** Requests `count` connections for `subject`, and resolves once it has `granted` of them. */
async function take(subject: string, count: number, granted: number) {
  const got: (() => void)[] = [];
  const all = runFor(subject, () =>
    Array.from({ length: count }, async () => {
      const client = await database.pool.connect();
      got.push(() => client.release());
    }),
  );
  await expect.poll(() => got.length === granted, { message: 'the connections' }).toBe(true);
  await database.pool.query('SELECT 1');
  return {
    got,
    async finish() {
      for (let released = 0; released < count; released++) {
        await expect.poll(() => got.length > 0, { message: 'a connection' }).toBe(true);
        got.shift()!();
      }
      await Promise.all(all);
    },
  };
}

describe('the pool', () => {
  it('gives one subject a part of its connections, and serves others', async () => {
    const greedy = await take('a', 10, 3);
    expect(database.pool.queues.connections.waiting).toBe(7);
    const other = await take('b', 10, 1);
    // The rest is reserved for the service.
    const late = await take('c', 1, 0);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([greedy.finish(), other.finish(), late.finish()]);
    await expect
      .poll(() => database.pool.queues.connections.waiting === 0, { message: 'everybody to be served' })
      .toBe(true);
  });

  it('charges statements of Prisma to the subject they run for', async () => {
    const { prisma, pool } = database;
    const mine = await take('a', 3, 3);
    // Prisma starts a query when it is awaited.
    const asked: (() => Promise<unknown>)[] = [
      async () => await prisma.account.count(),
      async () => await prisma.account.findMany({ take: 1 }),
      async () => await prisma.$executeRaw`SELECT 1`,
      async () => await prisma.$queryRaw`SELECT 1`,
      () => inTransaction(prisma, async (tx) => [await tx.account.count(), await tx.account.findMany()]),
    ];
    const works = asked.map((ask) => runFor('a', ask));
    await expect
      .poll(() => pool.queues.connections.waiting === works.length, { message: 'all of them to wait' })
      .toBe(true);
    expect(await prisma.account.count()).toBe(0);
    await mine.finish();
    await Promise.all(works);
  });

  it('releases a slot when a connection is lost, or cannot be made', async () => {
    for (let time = 0; time < 5; time++) {
      const lost = runFor('lost', () => database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
      await expect(lost).rejects.toThrow(/terminat/i);
    }
    const { rows } = await runFor('lost', () => database.pool.query('SELECT 1 AS one'));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('runs few heavy statements at a time, and ordinary ones beside', async () => {
    const { pool } = database;
    const client = await pool.connect();
    await client.query('SELECT pg_advisory_lock(1)');
    const held = 'SELECT pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)';
    const heavy = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((subject) =>
      runFor(subject, () => runHeavily(() => pool.query(held))),
    );
    await expect.poll(() => pool.queues.heavy.waiting === 3, { message: 'four to run' }).toBe(true);
    client.release(true);
    await Promise.all(heavy);
    expect([pool.queues.heavy.waiting, pool.queues.connections.waiting]).toEqual([0, 0]);
  });
});

it('a share refused within Prisma is distinguished from an outage', async () => {
  const refusal = new ShareError('waited');
  const wrapped = Object.assign(new Error('Invalid invocation'), { cause: refusal });
  for (const [isByOthers, code] of [
    [true, 'service_unavailable'],
    [false, 'rate_limited'],
  ] as const) {
    const error = new Error('Invalid invocation', { cause: new ShareError('waited', isByOthers) });
    expect(appErrorOf(error, () => pino({ enabled: false })).code).toBe(code);
  }
  expect([isCrowded(refusal), isCrowded(wrapped), isUnreachable(wrapped)]).toEqual([true, true, false]);
});

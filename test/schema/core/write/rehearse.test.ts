import { expect, it } from 'vitest';
import type { Db } from '../../../../src/database/connect.ts';
import type { Context } from '../../../../src/schema/core/context.ts';
import { afterCommit, afterEnd } from '../../../../src/schema/core/write/after-transaction.ts';
import { inOneTransaction } from '../../../../src/schema/core/write/in-one-transaction.ts';
import { rehearse } from '../../../../src/schema/core/write/rehearse.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { contextFor } from '../../../support/service/context.ts';

const database = useDatabase();
const context = () => contextFor(null, database.prisma);

async function add(db: Db, name: string): Promise<bigint> {
  const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`
    INSERT INTO accounts (email, name, plan) VALUES (${`${name}@supplier.example`}, ${name}, 'free') RETURNING id`;
  return id;
}

async function namesOf(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM accounts ORDER BY id');
  return rows.map(({ name }) => name);
}

it('returns the result of what it undoes, and draws no number', async () => {
  const before = await add(database.prisma, 'before');
  const ids = await rehearse(context(), async ({ db }) => [await add(db, 'one'), await add(db, 'two')]);
  expect(ids[0]).toBeLessThan(0n);
  expect(ids[1]).toBe(ids[0]! + 1n);
  expect(await add(database.prisma, 'after')).toBe(before + 1n);
  expect(await namesOf()).toEqual(['before', 'after']);
});

it('within a transaction undoes only its own work', async () => {
  const last = await inOneTransaction(context(), async (inside) => {
    await add(inside.db, 'kept');
    await rehearse(inside, ({ db }) => add(db, 'undone'));
    return add(inside.db, 'later');
  });
  expect(last).toBeGreaterThan(0n);
  expect((await namesOf()).slice(-2)).toEqual(['kept', 'later']);
});

it('leaves out what was to follow the transaction, and throws what its work throws', async () => {
  const done: string[] = [];
  const follow = async (inside: Context) => {
    afterCommit(inside, () => void done.push('committed'));
    await afterEnd(inside, async () => void done.push('ended'));
  };
  await rehearse(context(), follow);
  await inOneTransaction(context(), (inside) => rehearse(inside, follow));
  expect(done).toEqual([]);
  const failing = rehearse(context(), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

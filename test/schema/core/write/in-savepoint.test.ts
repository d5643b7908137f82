import { expect, it } from 'vitest';
import type { Tx } from '../../../../src/database/connect.ts';
import { afterCommit } from '../../../../src/schema/core/write/after-transaction.ts';
import { inSavepoint } from '../../../../src/schema/core/write/in-savepoint.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

/** Adds a row to the table that the tests share, by its name. */
const add = (tx: Tx, name: string) =>
  tx.$executeRaw`INSERT INTO rate_limits (key, points, expire) VALUES (${name}, 0, 0)`;

async function keptOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  await database.pool.query('DELETE FROM rate_limits');
  await database.prisma.$transaction(work);
  const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM rate_limits ORDER BY key');
  return rows.map(({ key }) => key);
}

it('undoes only the work that throws, or whose result is a failure', async () => {
  const kept = await keptOf(async (tx) => {
    await add(tx, 'before');
    const thrown = inSavepoint({ db: tx }, async () => {
      await add(tx, 'thrown');
      throw new Error('no');
    });
    await expect(thrown).rejects.toThrow('no');
    expect(await inSavepoint({ db: tx }, () => add(tx, 'failed'), Boolean)).toBe(1);
    await inSavepoint({ db: tx }, () => add(tx, 'kept'));
  });
  expect(kept).toEqual(['before', 'kept']);
});

it('undoes all of the outer work, also after an inner one that was undone by itself', async () => {
  const kept = await keptOf((tx) =>
    inSavepoint(
      { db: tx },
      async () => {
        await add(tx, 'outer');
        await inSavepoint({ db: tx }, () => add(tx, 'inner'), Boolean);
        await add(tx, 'later');
      },
      () => true,
    ),
  );
  expect(kept).toEqual([]);
});

it('forgets what was to follow the commit of what is undone', async () => {
  const done: string[] = [];
  const after = { last: [], committed: [() => void done.push('before')], ended: [] };
  await keptOf(async (db) => {
    const later = (name: string) => async () => afterCommit({ after }, () => void done.push(name));
    await inSavepoint({ db, after }, later('failed'), () => true);
    await inSavepoint({ db, after }, later('kept'));
  });
  for (const commit of after.committed) commit();
  expect(done).toEqual(['before', 'kept']);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Directory, openDirectory } from '../../../../src/schema/people/cell/directory.ts';
import { createDatabase, type TestDatabase, useDatabase } from '../../../support/database/database.ts';
import { createUser } from '../../../support/service/visitor.ts';

const accounts = useDatabase();
const newEmail = () => `${randomUUID()}@supplier.example`;

let shared: TestDatabase;
let a1: Directory;
let b2: Directory;

beforeAll(async () => {
  shared = await createDatabase('template0');
  [a1, b2] = ['a1', 'b2'].map((cell) => openDirectory({ CELL: cell, DIRECTORY_URL: shared.url })!) as [
    Directory,
    Directory,
  ];
});

afterAll(async () => {
  await Promise.all([a1.close(), b2.close()]);
  await shared.drop();
});

describe('the directory of cells', () => {
  it('has no cells before there is an account, also when both cells start at once', async () => {
    expect(await Promise.all([a1.cellOf(newEmail()), b2.cellOf(newEmail())])).toEqual([undefined, undefined]);
  });

  it('lets one cell claim an e-mail, as often as it likes', async () => {
    const email = newEmail();
    await a1.claim(email);
    await a1.claim(email);
    await expect(b2.claim(email)).rejects.toMatchObject({
      code: 'validation_error',
      extensions: { field: 'email' },
      message: 'email is already in use',
    });
    expect(await Promise.all([a1.cellOf(email), b2.cellOf(email)])).toEqual(['a1', 'a1']);
  });

  it('gives an e-mail that both claim at once to one of them', async () => {
    for (let round = 0; round < 20; round++) {
      const email = newEmail();
      const claims = await Promise.allSettled([a1.claim(email), b2.claim(email)]);
      const winner = claims[0].status === 'fulfilled' ? 'a1' : 'b2';
      expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await b2.cellOf(email)).toBe(winner);
    }
  });

  it('responds for an unknown e-mail like for a known one, always the same', async () => {
    for (let count = 0; count < 40; count++) await [a1, b2][count % 2]!.claim(newEmail());
    const unknown = Array.from({ length: 60 }, newEmail);
    const cellsOf = (directory: Directory) => Promise.all(unknown.map((email) => directory.cellOf(email)));
    const cells = await cellsOf(a1);
    expect(new Set(cells)).toEqual(new Set(['a1', 'b2']));
    expect(await cellsOf(b2)).toEqual(cells);
  });

  it('adopts the accounts of a cell, except those whose e-mail another one has', async () => {
    const [free, taken] = [
      await createUser({ database: accounts }),
      await createUser({ database: accounts }),
    ];
    await b2.claim(taken.email);
    expect(await a1.adopt(accounts.pool)).toBe(1);
    expect(await a1.adopt(accounts.pool)).toBe(1);
    await expect(b2.claim(free.email)).rejects.toThrow('email is already in use');
    expect(await a1.cellOf(taken.email)).toBe('b2');
  });
});

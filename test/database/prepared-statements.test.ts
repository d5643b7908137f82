import { describe, expect, it } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

/** Uses one connection, on which statements can be counted. */
async function onOneConnection(work: (connection: ReturnType<typeof open>) => Promise<void>): Promise<void> {
  const connection = open();
  await work(connection).finally(connection.close);
}

function open() {
  const { prisma, pool, close } = connect(database.url, { max: 1 });
  return {
    close,
    prisma,
    /** Sends statement number `number`. */
    async ask(number: number): Promise<void> {
      const text = Prisma.raw(`SELECT ${number}::int AS number`);
      expect(await prisma.$queryRaw(text)).toEqual([{ number }]);
    },
    /** Returns the numbers of the statements that the connection keeps. */
    async prepared(): Promise<number[]> {
      const { rows } = await pool.query<{ number: string }>(
        `SELECT substring(statement FROM 'SELECT (\\d+)::int') AS number FROM pg_prepared_statements`,
      );
      return rows.map(({ number }) => Number(number));
    },
  };
}

describe('a statement', () => {
  it('is prepared when it comes again, however many came before it', () =>
    onOneConnection(async ({ ask, prepared }) => {
      for (let number = 0; number < 700; number++) for (const _ of [1, 2]) await ask(number);
      expect(await prepared()).toContain(699);
      await ask(700);
      expect(await prepared()).not.toContain(700);
    }));

  it('is forgotten by its connection where 500 others were used since, and can be sent all the same', () =>
    onOneConnection(async ({ ask, prepared }) => {
      for (const _ of [1, 2]) await ask(0);
      for (let number = 1; number < 600; number++) {
        for (const _ of [1, 2]) await ask(number);
        if (number === 300) await ask(0);
      }
      const kept = await prepared();
      expect(kept).toHaveLength(500);
      expect(kept).toContain(0);
      expect(kept).not.toContain(1);
      for (const _ of [1, 2]) await ask(1);
      expect(await prepared()).toHaveLength(500);
    }));

  it('is forgotten within a transaction that has failed too', () =>
    onOneConnection(async ({ ask, prepared, prisma }) => {
      for (let number = 0; number < 500; number++) for (const _ of [1, 2]) await ask(number);
      const transaction = prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 / 0`.catch(() => {});
        for (const _ of [1, 2]) await tx.$queryRaw(Prisma.raw('SELECT 500::int AS number')).catch(() => {});
        throw new Error('given up');
      });
      await expect(transaction).rejects.toThrow('given up');
      for (const _ of [1, 2, 3]) for (const number of [0, 500, 499]) await ask(number);
      expect((await prepared()).length).toBeLessThanOrEqual(500);
    }));
});

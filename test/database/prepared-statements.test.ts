import { describe, expect, it, onTestFinished } from 'vitest';
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
    /** Returns the process that serves the connection. */
    async pid(): Promise<number> {
      const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return rows[0]!.pid;
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

  it('is prepared again on a new connection, where the old one had 500', () =>
    onOneConnection(async ({ ask, prepared, pid }) => {
      const first = await pid();
      for (let number = 0; number < 499; number++) for (const _ of [1, 2]) await ask(number);
      expect(await prepared()).toHaveLength(499);
      expect(await pid()).toBe(first);
      for (const _ of [1, 2]) await ask(499);
      expect(await pid()).not.toBe(first);
      expect(await prepared()).toEqual([]);
      await ask(0);
      expect(await prepared()).toEqual([0]);
    }));

  it('is prepared again on a new connection, where a transaction had 500', () =>
    onOneConnection(async ({ ask, prepared, prisma, pid }) => {
      const first = await pid();
      await prisma.$transaction(
        async (tx) => {
          for (let number = 0; number < 520; number++)
            for (const _ of [1, 2]) await tx.$queryRaw(Prisma.raw(`SELECT ${number}::int AS number`));
          const [row] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
          expect(row.pid).toBe(first);
        },
        { timeout: 60_000 },
      );
      expect(await pid()).not.toBe(first);
      for (const _ of [1, 2, 3]) for (const number of [519, 520]) await ask(number);
      expect(await prepared()).toHaveLength(2);
    }));

  it('leads to new connections in the whole pool, where 500 were named', async () => {
    const { prisma, pool, close } = connect(database.url, { max: 2 });
    onTestFinished(close);
    const pids = async () => {
      const both = Array.from({ length: 2 }, () =>
        pool.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)'),
      );
      return (await Promise.all(both)).map(({ rows: [row] }) => (row as { pid: number }).pid);
    };
    const first = await pids();
    expect(await pids()).toEqual(expect.arrayContaining(first));
    for (let number = 0; number < 500; number++)
      for (const _ of [1, 2]) await prisma.$queryRaw(Prisma.raw(`SELECT ${number}::int AS number`));
    await pids();
    const last = await pids();
    expect(first.filter((pid) => last.includes(pid))).toEqual([]);
  });
});

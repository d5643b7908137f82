import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/connect.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

/** The ways in which the service accesses the database. */
const doors: [name: string, ask: (on: Database, sql: string) => Promise<unknown>][] = [
  ['the pool', ({ pool }, sql) => pool.query(sql)],
  ['Prisma', ({ prisma }, sql) => prisma.$queryRawUnsafe(sql)],
  ['a transaction of Prisma', ({ prisma }, sql) => prisma.$transaction((tx) => tx.$queryRawUnsafe(sql))],
];

describe.each(doors)('an error through %s', (_name, ask) => {
  let absent: Database;
  beforeAll(async () => {
    absent = connect(`postgresql://nobody@127.0.0.1:${await closedPort()}/nothing`);
  });
  afterAll(() => absent.close());

  it('recognizes an outage when the connection is refused', async () => {
    expect(isUnreachable(await errorOf(ask(absent, 'SELECT 1')))).toBe(true);
  });

  it('recognizes an outage when the server ends the connection during a query', async () => {
    const asked = errorOf(ask(database, 'SELECT pg_sleep(60) IS NULL AS slept'));
    await expect.poll(endSleepers, { message: 'the query to be under way' }).toBe(true);
    expect(isUnreachable(await asked)).toBe(true);
  });

  it('recognizes no outage when the statement is wrong', async () => {
    const error = await errorOf(ask(database, 'SELEC 1'));
    expect(stateOf(error)).toContain('42601');
    expect(isUnreachable(error)).toBe(false);
  });

  it('recognizes no outage when a constraint refuses', async () => {
    const insertion = `INSERT INTO rate_limits (key) VALUES ('twice'), ('twice') RETURNING key`;
    const error = await errorOf(ask(database, insertion));
    expect(stateOf(error)).toContain('23505');
    expect(isUnreachable(error)).toBe(false);
  });
});

it.each([undefined, null, 'ECONNREFUSED', new Error('no'), {}])('does not treat %s as an outage', (error) => {
  expect(isUnreachable(error)).toBe(false);
});

/** Returns a port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('nothing was refused'),
    (error: unknown) => error,
  );
}

async function endSleepers(): Promise<boolean> {
  const { rowCount } = await database.pool.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`);
  return rowCount === 1;
}

/** Returns PostgreSQL's code of an error, wherever it is stored. */
function stateOf(error: unknown): string {
  return JSON.stringify({ ...(error as object), message: (error as Error).message });
}

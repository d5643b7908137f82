import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectEvents, PATIENCE, readLive } from '../support/graphql/live.ts';
import { createProduct } from '../support/records/records.ts';
import { useServices } from '../support/service/service.ts';

const [service, other] = useServices(2);
const WRITERS = 8;
const WRITES = 12;

/** Starts a transaction that has changed and published something, and is still open. */
async function transaction(account: TestAccount): Promise<{ client: PoolClient; id: string }> {
  const client = await account.database.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     VALUES ($1, $2, 'Bread', 1, 1, 'bakery')`,
    [account.id, randomInt(1_000_000_000)],
  );
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO events (account_id, type, body)
     VALUES ($1, 'product.created', json_build_object('timestamp', now(), 'data', '{}'::json)) RETURNING id`,
    [account.id],
  );
  return { client, id: rows[0]!.id };
}

async function end({ client }: { client: PoolClient }, how: string): Promise<void> {
  await client.query(how).finally(() => client.release());
}

async function idsOf({ id, database }: TestAccount): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM events WHERE account_id = $1 ORDER BY id',
    [id],
  );
  return rows.map((row) => row.id);
}

/** Waits until the service has checked again whether events have settled. */
async function hasLooked({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const asked = () =>
    pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE '%::xid8 AS is_past' AND query_start > $1`,
      [rows[0]!.now],
    );
  await expect.poll(async () => (await asked()).rowCount, PATIENCE).toBeGreaterThan(0);
}

describe('events that are committed in another order than they were written', () => {
  it.each(['COMMIT', 'ROLLBACK'])('are sent in order, after the %s of the first', async (how) => {
    const account = await createAccount(service!);
    const reader = await readLive(service!.url, { key: account.key });
    const first = await transaction(account);
    await createProduct(account);
    const [late] = await idsOf(account);
    expect(BigInt(late!)).toBeGreaterThan(BigInt(first.id));
    // A reader that reconnects now must not get it either: it would resume after it, and never receive the
    // first one.
    const resumed = await readLive(service!.url, { key: account.key, after: '0' });
    await hasLooked(service!.database);
    expect([...reader.events(), ...resumed.events()]).toEqual([]);

    await end(first, how);
    const ids = how === 'COMMIT' ? [first.id, late] : [late];
    for (const each of [reader, resumed]) {
      const events = await expectEvents(each, ids.length);
      expect(events.map(({ id }) => id)).toEqual(ids);
    }
  });
});

describe('a reader who is cut off again and again', () => {
  it('misses and repeats nothing, whichever process it reconnects to', async () => {
    const account = await createAccount(service!);
    const start = await transaction(account);
    await end(start, 'COMMIT');
    let isDone = false;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => write(account, writer)),
    ).finally(() => (isDone = true));

    const told: string[] = [start.id];
    for (let turn = 0; told.length <= WRITERS * WRITES; turn++) {
      const { url } = turn % 2 === 0 ? service! : other!;
      const last = told.at(-1)!;
      // The header has the newer position; the request only repeats the first one.
      const after = turn % 3 === 0 ? { after: start.id, lastEventId: last } : { after: last };
      const reader = await readLive(url, { key: account.key, ...after });
      const left = 1 + WRITERS * WRITES - told.length;
      const enough = () => reader.events().length >= (isDone ? left : Math.min(left, 4));
      await expect.poll(enough, PATIENCE).toBe(true);
      reader.close();
      told.push(...reader.events().map(({ id }) => id));
    }
    await writing;
    expect(told).toEqual(await idsOf(account));
  });
});

/** Writes in sequence, every other write slowly, so that ids become visible in any order. */
async function write(account: TestAccount, writer: number): Promise<void> {
  for (let count = 0; count < WRITES; count++) {
    const written = await transaction(account);
    if ((writer + count) % 2 === 0) await written.client.query('SELECT pg_sleep(random() * 0.03)');
    await end(written, 'COMMIT');
  }
}

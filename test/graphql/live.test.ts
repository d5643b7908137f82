import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectEvents, expectRefusal, PATIENCE, readLive } from '../support/graphql/live.ts';
import { createDelivery, createProduct, createReturn } from '../support/records/records.ts';
import { useServices } from '../support/service/service.ts';

const [here, there] = useServices(2);
const LISTENING = `SELECT FROM pg_stat_activity
  WHERE application_name = 'provender live events' AND datname = current_database()`;

/** Publishes events, bypassing HTTP and its limits, each of a few kilobytes. */
async function publishMany({ id }: TestAccount, count: number): Promise<string[]> {
  const { rows } = await here!.database.pool.query<{ id: string }>(
    `INSERT INTO events (account_id, type, body)
     SELECT $1, 'product.created', json_build_object('timestamp', now(), 'data', json_build_object('text', repeat('x', 4000)))
     FROM generate_series(1, $2) RETURNING id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}

describe('a live stream', () => {
  it('streams each change, as a callback would, whichever process makes it', async () => {
    const account = await createAccount(here!);
    const elsewhere = await createAccount(there!);
    const reader = await readLive(there!.url, { key: account.key });
    expect(reader.status).toBe(200);
    expect(reader.headers.get('Content-Type')).toBe('text/event-stream');
    const delivery = await createDelivery(account);
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    await createReturn(account, {
      delivery_id: delivery.id,
      product_id: delivery.products[0].product_id,
      quantity: 1,
    });
    await createProduct(elsewhere);

    const events = await expectEvents(reader, 4);
    expect(events.map(({ type }) => type)).toEqual([
      'product.created',
      'delivery.created',
      'delivery.in_transit',
      'return.created',
    ]);
    const { rows } = await here!.database.pool.query<{ id: string; body: string }>(
      'SELECT id, body FROM events WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    for (const [at, { id, occurredAt, data }] of events.entries()) {
      const stored = JSON.parse(rows[at]!.body);
      expect({ id, occurredAt, data }).toEqual({
        id: rows[at]!.id,
        occurredAt: stored.timestamp,
        data: stored.data,
      });
    }
    expect(reader.messages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('never includes another account', async () => {
    const [mine, theirs] = [await createAccount(here!), await createAccount(here!)];
    const reader = await readLive(here!.url, { key: mine.key });
    const other = await readLive(here!.url, { key: theirs.key });
    await createProduct(theirs);
    const [foreign] = await expectEvents(other, 1);
    await createProduct(mine);
    await expectEvents(reader, 1);
    // A stream cannot be resumed, or even probed, with an event of another account.
    const { messages } = await readLive(here!.url, { key: mine.key, after: foreign!.id });
    const refused = await expectRefusal(messages);
    const nothing = await readLive(here!.url, { key: mine.key, after: '9007199254740991' });
    expect(refused).toEqual(await expectRefusal(nothing.messages));
    expect(refused.extensions).toEqual({
      code: 'validation_error',
      field: 'after',
      problem: 'unknown_event',
      values: null,
      wording: 'must be the id of an event of the last 30 days, or 0',
    });
  });

  it('uses one connection for any number of streams, and none without streams', async () => {
    const account = await createAccount(here!);
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => readLive(here!.url, { key: account.key })),
    );
    await createProduct(account);
    for (const reader of readers) await expectEvents(reader, 1);
    const { pool } = here!.database;
    // The other service may still be finishing work of earlier tests.
    await expect.poll(async () => (await pool.query(LISTENING)).rowCount, PATIENCE).toBe(1);
    for (const reader of readers) reader.close();
    await expect.poll(async () => (await pool.query(LISTENING)).rowCount, PATIENCE).toBe(0);
  });

  it('keeps the digits of an amount', async () => {
    const account = await createAccount(here!);
    const after = '0';
    await here!.database.pool.query(
      `INSERT INTO events (account_id, type, body)
       VALUES ($1, 'delivery.created', '{"timestamp": "2026-01-01T00:00:00.000Z", "data": {"total_value": 4999999985000000.01}}')`,
      [account.id],
    );
    const query = `subscription { events(after: "${after}") { data } }`;
    const response = await fetch(`${here!.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { Authorization: `Bearer ${account.key}`, Accept: 'text/event-stream' },
    });
    let text = '';
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('data: ')) break;
    }
    expect(text).toContain('{"data":{"events":{"data":{"total_value":4999999985000000.01}}}}');
  });

  it('waits for a slow reader, and omits nothing', async () => {
    const account = await createAccount(here!);
    const reader = await readLive(here!.url, { key: account.key });
    reader.pause();
    const ids = [];
    for (let round = 0; round < 10; round++) {
      ids.push(...(await publishMany(account, 200)));
      // Each round notifies other processes, and waits for this one.
      const quick = await readLive(here!.url, { key: account.key, after: ids.at(-2)! });
      await expectEvents(quick, 1);
      quick.close();
    }
    expect(reader.events().length).toBeLessThan(ids.length);
    reader.resume();
    const events = await expectEvents(reader, ids.length);
    expect(events.map(({ id }) => id)).toEqual(ids);
  });
});

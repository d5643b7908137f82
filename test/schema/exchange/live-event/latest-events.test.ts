import { expect, it } from 'vitest';
import { eventsStart } from '../../../../src/schema/exchange/live-event/read-events.ts';
import { createAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createDelivery, createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const QUERY = `query($first: Int! = 10, $types: [String!]) {
  latestEvents(first: $first, types: $types) { id type occurredAt data }
}`;

it('returns the latest events, newest first, with the data of callbacks', async () => {
  const account = await createAccount(service);
  await createProduct(await createAccount(service));
  const product = await createProduct(account, { name: 'Rye bread', price: 1234.5 });
  const delivery = await createDelivery(account, { products: [{ product_id: product.id, quantity: 3 }] });
  const { latestEvents } = await ask(account, QUERY);
  expect(latestEvents.map(({ type }: { type: string }) => type)).toEqual([
    'delivery.created',
    'product.created',
  ]);
  expect(latestEvents[0].data).toMatchObject({
    delivery_id: delivery.id,
    total_value: delivery.total_value,
    subchain_name: 'Central',
  });
  expect(latestEvents[1].data).toMatchObject({ product_id: product.id, name: 'Rye bread' });
  expect(Date.parse(latestEvents[0].occurredAt)).not.toBeNaN();
  expect(BigInt(latestEvents[0].id)).toBeGreaterThan(BigInt(latestEvents[1].id));
  expect((await ask(account, QUERY, { first: 1 })).latestEvents).toEqual([latestEvents[0]]);
  expect((await ask(account, QUERY, { types: ['product.created'] })).latestEvents).toEqual([latestEvents[1]]);
});

it('includes only events that a key may read', async () => {
  const account = await createAccount(service);
  await createDelivery(account);
  const reader = { ...account, scopes: ['products:read'] as const };
  const { latestEvents } = await ask(reader, QUERY);
  expect(latestEvents.map(({ type }: { type: string }) => type)).toEqual(['product.created']);
  expect(await refusalOf(reader, QUERY, { types: ['delivery.created'] })).toMatchObject({
    code: 'insufficient_scope',
  });
});

it.each([0, 101])('refuses a first of %i', async (first) => {
  const account = await createAccount(service);
  expect(await refusalOf(account, QUERY, { first })).toMatchObject({
    code: 'validation_error',
    field: 'first',
  });
});

it('the start of a stream is found by time, with at most a minute of earlier events', async () => {
  const [mine, others, nobody] = [
    await createAccount(service),
    await createAccount(service),
    await createAccount(service),
  ];
  const { pool } = service.database;
  const first = new Date('2026-11-01T00:00:00Z');
  const { rows } = await pool.query<{ id: string; minute: number }>(
    `INSERT INTO events (account_id, type, body, created_at)
     SELECT CASE minute % 3 WHEN 0 THEN $1::bigint ELSE $2 END, 'product.created', '{}', $3::timestamptz + make_interval(mins => minute)
     FROM generate_series(0, 119) AS minute RETURNING id, (extract(epoch FROM created_at - $3) / 60)::int AS minute`,
    [mine.id, others.id, first],
  );
  const idAt = new Map(rows.map(({ id, minute }) => [minute, BigInt(id)]));
  const at = (minute: number) => eventsStart(pool, mine.id, new Date(first.getTime() + minute * 60_000));
  for (const minute of [3, 4, 30, 31, 32, 117]) {
    // The last of this account that is more than a minute older.
    const last = Math.floor((minute - 1.01) / 3) * 3;
    expect([minute, await at(minute)]).toEqual([minute, idAt.get(last)]);
  }
  expect(await at(-100)).toBe(idAt.get(0)! - 1n);
  expect(await at(1_000)).toBe(idAt.get(117));
  expect(await eventsStart(pool, nobody.id, first)).toBe(0n);
});

import { expect, it } from 'vitest';
import { MAX_WEEK_LINES } from '../../../../src/schema/trade/day-plan/read-supermarket-week.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createStandingOrder,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const WEEK = `query ($id: ID!, $from: Date!) { supermarketWeek(supermarketId: $id, from: $from) {
  branchName date name pieces planned } }`;

/** Returns a line of the week as the query shows it. */
function line(branchName: string, days: number, name: string, pieces: number, planned = 0) {
  return { branchName, date: inDays(days), name, pieces, planned };
}

it('adds up deliveries and plan by branch, product and day, of one supermarket alone', async () => {
  const account = await createAccount(service);
  const market = await createSupermarket(account);
  const [central, harbour] = market.branches;
  const milk = await createProduct(account, { name: 'Milk' });
  const bread = await createProduct(account, { name: 'Bread' });
  const create = (branch: { id: number }, days: number, products: [number, number][]) =>
    createDelivery(account, {
      supermarket_id: market.id,
      subchain_id: branch.id,
      delivery_date: inDays(days),
      products: products.map(([product_id, quantity]) => ({ product_id, quantity })),
    });
  await create(central, 1, [
    [milk.id, 2],
    [bread.id, 3],
  ]);
  await create(central, 1, [[milk.id, 5]]);
  await create(harbour, 7, [[milk.id, 4]]);
  const cancelled = await create(harbour, 7, [[milk.id, 100]]);
  await account.call('PATCH', `/deliveries/${cancelled.id}`, { body: { status: 'cancelled' } });
  // The days before and after, another supermarket, and another account.
  await create(harbour, 8, [[milk.id, 100]]);
  await createDelivery(account, { delivery_date: inDays(1) });
  await createDelivery(await createAccount(service), { delivery_date: inDays(1) });
  const weekday = new Date(inDays(3)).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  await createStandingOrder(account, {
    supermarket_id: market.id,
    subchain_id: harbour.id,
    weekdays: [weekday.toLowerCase()],
    starts_on: inDays(2),
    lines: [{ product_id: bread.id, quantity: 6 }],
  });
  const variables = { id: String(market.id), from: inDays(1) };
  expect((await ask(account, WEEK, variables)).supermarketWeek).toEqual([
    line('Central', 1, 'Bread', 3),
    line('Central', 1, 'Milk', 7),
    line('Harbour', 3, 'Bread', 0, 6),
    line('Harbour', 7, 'Milk', 4),
  ]);
  expect((await ask(await createAccount(service), WEEK, variables)).supermarketWeek).toEqual([]);
});

it('refuses a week with more lines than it returns', async () => {
  const account = await createAccount(service);
  const { id, branches } = await createSupermarket(account);
  const { rows } = await account.database.pool.query<{ ids: string[] }>(
    `WITH product AS (
       INSERT INTO products (account_id, sequence_number, name, category, price, weight)
       SELECT $1, number, 'P' || number, 'Dairy', 1, 1 FROM generate_series(1, ${MAX_WEEK_LINES + 1}) number RETURNING id
     ) SELECT array_agg(id) AS ids FROM product`,
    [account.id],
  );
  await account.database.pool.query(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
       VALUES ($1, $2, $3, $4, 1, 1, 1) RETURNING id
     )
     INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
     SELECT $1, delivery.id, product, position, 'x', 1, 1, 1
     FROM delivery, unnest($5::bigint[]) WITH ORDINALITY AS each (product, position)`,
    [account.id, id, branches[0].id, inDays(1), rows[0]!.ids],
  );
  expect(await refusalOf(account, WEEK, { id: String(id), from: inDays(1) })).toMatchObject({
    code: 'validation_error',
    field: 'from',
  });
  expect((await ask(account, WEEK, { id: String(id), from: inDays(2) })).supermarketWeek).toEqual([]);
});

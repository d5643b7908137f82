import { expect, it } from 'vitest';
import { fillWeights } from '../../src/jobs/fill-weights.ts';
import { ask } from '../support/graphql/ask.ts';
import { createProduct, createReturn, createSentDelivery, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'runs a worker' });

/** Creates a delivery of 10 units of half a kilogram, of which 4 came back. */
async function createTrade() {
  const account = await createAccount(service);
  const product = await createProduct(account, { weight: 0.5 });
  const delivery = await createSentDelivery(account, {
    products: [{ product_id: product.id, quantity: 10 }],
  });
  await createReturn(account, { delivery_id: delivery.id, product_id: product.id, quantity: 4 });
  const weigh = async (weight: number) => {
    await account.call('PATCH', `/products/${product.id}`, { body: { weight } });
  };
  return { account, weigh };
}

async function kilogramsOf(account: TestAccount) {
  const range = `dateFrom: "${inDays(-2)}", dateTo: "${inDays(2)}"`;
  const { deliveryAnalytics, returnAnalytics } = await ask(
    account,
    `{ deliveryAnalytics(${range}) { total { kilograms } ranking(by: PRODUCT) { figures { kilograms } } }
       returnAnalytics(${range}) { total { kilograms } } }`,
  );
  const [product] = deliveryAnalytics.ranking;
  return [deliveryAnalytics.total, product.figures, returnAnalytics.total].map((each) => each.kilograms);
}

/** Makes the rows of an account those of a version whose lines had no weight, just after the update. */
async function forgetWeights({ id, database: { pool } }: TestAccount) {
  await pool.query('UPDATE delivery_items SET weight = NULL WHERE account_id = $1', [id]);
  await pool.query('UPDATE deliveries SET total_weight = NULL WHERE account_id = $1', [id]);
  await pool.query(
    'INSERT INTO earlier_weights SELECT account_id, id, weight FROM products WHERE account_id = $1',
    [id],
  );
}

it('leaves a line the weight that its product had when the delivery was created', async () => {
  const { account, weigh } = await createTrade();
  await weigh(7);
  expect(await kilogramsOf(account)).toEqual([5, 5, 2]);
});

it('fills lines from before with the weights of then, which count until it has', async () => {
  const { account, weigh } = await createTrade();
  await forgetWeights(account);
  await weigh(7);
  expect(await kilogramsOf(account)).toEqual([5, 5, 2]);
  const { pool } = account.database;
  const stored = async () => {
    const { rows } = await pool.query(
      `SELECT total_weight, weight FROM deliveries JOIN delivery_items item USING (account_id)
       WHERE account_id = $1`,
      [account.id],
    );
    return rows;
  };
  expect(await stored()).toEqual([{ total_weight: null, weight: null }]);

  // One that is being changed waits, and so do the weights that it needs.
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM deliveries WHERE account_id = $1 FOR UPDATE', [account.id]);
  await fillWeights(pool);
  await client.query('ROLLBACK');
  client.release();
  expect(await stored()).toEqual([{ total_weight: null, weight: null }]);

  await fillWeights(pool);
  expect(await stored()).toEqual([{ total_weight: '5.000', weight: '0.500' }]);
  expect(await kilogramsOf(account)).toEqual([5, 5, 2]);
  const { rows } = await pool.query('SELECT FROM earlier_weights WHERE account_id = $1', [account.id]);
  expect(rows).toEqual([]);
});

it('gives a version of a delivery the weights of the one it replaces', async () => {
  const account = await createAccount(service);
  const [bread, milk] = [
    await createProduct(account, { weight: 2 }),
    await createProduct(account, { weight: 1 }),
  ];
  const { id } = await createSentDelivery(account, { products: [{ product_id: bread.id, quantity: 1 }] });
  await account.database.pool.query(
    "UPDATE deliveries SET status = 'pending', in_transit_at = NULL WHERE account_id = $1",
    [account.id],
  );
  await forgetWeights(account);
  for (const product of [bread, milk]) {
    await account.call('PATCH', `/products/${product.id}`, { body: { weight: 9 } });
  }
  const lines = [bread, milk].map((product) => ({ productId: String(product.id), quantity: 10 }));
  await ask(
    account,
    'mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }',
    {
      id: String(id),
      input: { products: lines },
    },
  );
  expect((await kilogramsOf(account))[0]).toBe(10 * 2 + 10 * 9);
});

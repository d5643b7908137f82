import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { expectData, expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const NEVER_EXISTED = Number.MAX_SAFE_INTEGER;

describe('POST /deliveries', () => {
  it('returns the read shape, with names and prices copied from the catalogue', async () => {
    const account = await createAccount(service);
    const supermarket = await createSupermarket(account);
    const product = await createProduct(account, { name: 'Bread', price: 19.99 });
    const deliveryDate = inDays(2);
    const answer = await account.call('POST', '/deliveries', {
      body: {
        supermarket_id: supermarket.id,
        subchain_id: supermarket.branches[1].id,
        products: [{ product_id: product.id, quantity: 3 }],
        delivery_date: deliveryDate,
        notes: 'Ring twice',
      },
    });
    expect(expectData(answer, 201)).toStrictEqual({
      id: expect.any(Number),
      supermarket_name: supermarket.name,
      subchain_name: 'Harbour',
      products: [{ product_id: product.id, name: 'Bread', quantity: 3, unit_price: 19.99 }],
      total_value: 59.97,
      delivery_date: deliveryDate,
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Object.keys(answer.json)).toEqual(['status', 'data']);
    const location = `${service.url}/api/v1/deliveries/${answer.json.data.id}`;
    expect(answer.headers.get('Location')).toBe(location);
  });

  it('keeps the products in the order of the request', async () => {
    const account = await createAccount(service);
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await createProduct(account)).id);
    const products = ids.map((product_id) => ({ product_id, quantity: 1 }));
    const delivery = await createDelivery(account, { products });
    expect(delivery.products.map((line: { product_id: number }) => line.product_id)).toEqual(ids);
  });

  it('adds up exactly what binary floating point cannot', async () => {
    const account = await createAccount(service);
    const products = [];
    for (const price of [9_999_999.99, 9_999_999.99, 0.07]) {
      products.push({ product_id: (await createProduct(account, { price })).id, quantity: 999_999 });
    }
    const delivery = await createDelivery(account, { products });
    const { text } = await account.call('GET', `/deliveries/${delivery.id}`);
    expect(text).toContain('"total_value":19999980049999.95,');
  });

  it.each([
    ['Ring twice', 'Ring twice'],
    ['  trimmed\n', 'trimmed'],
    ['', ''],
    [null, null],
    [undefined, null],
  ])('keeps the notes %j for GraphQL alone', async (notes, kept) => {
    const account = await createAccount(service);
    const delivery = await createDelivery(account, { notes });
    const query = `{ delivery(id: "${delivery.id}") { notes } }`;
    const { json } = await account.call('POST', '//graphql', { body: { query } });
    expect(json.data).toEqual({ delivery: { notes: kept } });
    expect(delivery).not.toHaveProperty('notes');
  });
});

describe('a reference', () => {
  it('to a supermarket is not found when it does not exist in the account', async () => {
    const account = await createAccount(service);
    const theirs = await createSupermarket(await createAccount(service));
    const stranger = await post(account, { supermarket_id: theirs.id, subchain_id: theirs.branches[0].id });
    expectErrors(stranger, 404, 'not_found', ['supermarket_id', 'subchain_id']);
    const nobody = await post(account, { supermarket_id: NEVER_EXISTED, subchain_id: NEVER_EXISTED });
    expect(nobody.text).toBe(stranger.text);
  });

  it('to a branch is not found when the branch belongs to another supermarket or does not exist', async () => {
    const account = await createAccount(service);
    const other = await createSupermarket(account);
    const theirs = await createSupermarket(await createAccount(service));
    for (const id of [other.branches[0].id, theirs.branches[0].id, NEVER_EXISTED]) {
      expectError(await post(account, { subchain_id: id }), 404, 'not_found', 'subchain_id');
    }
  });

  it('to a product is not found at the line that names it', async () => {
    const account = await createAccount(service);
    const ours = await createProduct(account);
    const theirs = await createProduct(await createAccount(service));
    const products = [theirs.id, ours.id, NEVER_EXISTED].map((product_id) => ({ product_id, quantity: 1 }));
    const fields = ['products[0].product_id', 'products[2].product_id'];
    expectErrors(await post(account, { products }), 404, 'not_found', fields);
  });

  it('that is not found leaves nothing behind', async () => {
    const account = await createAccount(service);
    const products = [{ product_id: NEVER_EXISTED, quantity: 1 }];
    expectError(await post(account, { products }), 404, 'not_found', 'products[0].product_id');
    expect(expectData(await account.call('GET', '/deliveries'))).toEqual([]);
  });
});

/** Posts a delivery that refers to records of `account`, except in `fields`. */
async function post(account: TestAccount, fields: object) {
  const supermarket = await createSupermarket(account);
  const body = {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: [{ product_id: (await createProduct(account)).id, quantity: 1 }],
    delivery_date: inDays(2),
    ...fields,
  };
  return account.call('POST', '/deliveries', { body });
}

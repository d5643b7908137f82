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

/** Well-formed, but its references do not exist: input is checked before references. */
const GOOD = {
  supermarket_id: 1,
  subchain_id: 1,
  products: [{ product_id: 1, quantity: 1 }],
  delivery_date: '2096-02-29',
};

const BAD_IDS = [undefined, null, '1', 0, -1, 1.5, 2 ** 53, 1e308, true, [1], {}];
const BAD_QUANTITIES = [undefined, null, '1', 0, -1, 1.5, 1_000_001, 2 ** 53, true, [], {}];
const UNREAL_DATES =
  '2096-2-29 29.02.2096 20960229 +02096-02-29 2096-02-29T00:00:00Z 2096-02-30 2095-02-29 2100-02-29 ' +
  '2096-13-01 2096-00-01 2096-01-00 2096-04-31 2101-01-01 9999-12-31 1899-12-31 0000-01-01';
const BAD_DATES = [undefined, null, '', ' 2096-02-29', 20960229, ...UNREAL_DATES.split(' ')];
const BAD_TEXTS = [1, true, [], {}, 'a\0b', '\ud800', 'a\udc00b'];

function post(account: TestAccount, body: unknown) {
  return account.call('POST', '/deliveries', { body });
}

describe('POST /deliveries refuses', () => {
  it.each(BAD_IDS)('the supermarket_id and subchain_id %j', async (id) => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, supermarket_id: id });
    expectError(answer, 400, 'validation_error', 'supermarket_id');
    const other = await post(account, { ...GOOD, subchain_id: id });
    expectError(other, 400, 'validation_error', 'subchain_id');
  });

  it.each([undefined, null, 'bread', 1, {}, []])('the products %j', async (products) => {
    const account = await createAccount(service);
    expectError(await post(account, { ...GOOD, products }), 400, 'validation_error', 'products');
  });

  it.each([null, 'bread', 1, [], [1]])('the line %j', async (line) => {
    const account = await createAccount(service);
    const products = [GOOD.products[0], line];
    expectError(await post(account, { ...GOOD, products }), 400, 'validation_error', 'products[1]');
  });

  it.each(BAD_IDS)('the product_id %j', async (product_id) => {
    const account = await createAccount(service);
    const products = [GOOD.products[0], { product_id, quantity: 1 }];
    const answer = await post(account, { ...GOOD, products });
    expectError(answer, 400, 'validation_error', 'products[1].product_id');
  });

  it.each(BAD_QUANTITIES)('the quantity %j', async (quantity) => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, products: [{ product_id: 1, quantity }] });
    expectError(answer, 400, 'validation_error', 'products[0].quantity');
  });

  it('a product named twice', async () => {
    const account = await createAccount(service);
    const products = [7, 8, 7, 7].map((product_id) => ({ product_id, quantity: 1 }));
    const fields = ['products[2].product_id', 'products[3].product_id'];
    expectErrors(await post(account, { ...GOOD, products }), 400, 'validation_error', fields);
  });

  it('more than 500 products', async () => {
    const account = await createAccount(service);
    const products = Array.from({ length: 501 }, (_, index) => ({ product_id: index + 1, quantity: 1 }));
    expectError(await post(account, { ...GOOD, products }), 400, 'validation_error', 'products');
  });

  it.each(BAD_DATES)('the delivery_date %j', async (delivery_date) => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, delivery_date });
    expectError(answer, 400, 'validation_error', 'delivery_date');
  });

  it('a delivery_date that is not after today in UTC', async () => {
    const account = await createAccount(service);
    for (const days of [0, -1, -400]) {
      const answer = await post(account, { ...GOOD, delivery_date: inDays(days) });
      expectError(answer, 400, 'validation_error', 'delivery_date');
      expect(answer.json.error.message).toContain('future');
    }
  });

  it.each([...BAD_TEXTS, 'x'.repeat(2_001), '🥖'.repeat(2_001)])('the notes %j', async (notes) => {
    const account = await createAccount(service);
    expectError(await post(account, { ...GOOD, notes }), 400, 'validation_error', 'notes');
  });

  it.each(['id', 'status', 'total_value', 'created_at', 'supermarketId', 'constructor', 'toString'])(
    'the field %s',
    async (name) => {
      const account = await createAccount(service);
      expectError(await post(account, { ...GOOD, [name]: 1 }), 400, 'validation_error', name);
      const products = [{ ...GOOD.products[0], [name]: 1 }];
      const answer = await post(account, { ...GOOD, products });
      expectError(answer, 400, 'validation_error', `products[0].${name}`);
    },
  );

  it('the field __proto__', async () => {
    const account = await createAccount(service);
    const raw = JSON.stringify(GOOD).replace('{', '{"__proto__":{"notes":"x"},');
    const answer = await account.call('POST', '/deliveries', { raw });
    expectError(answer, 400, 'validation_error', '__proto__');
  });

  it('every wrong field at once, unknown ones first', async () => {
    const account = await createAccount(service);
    const fields = ['supermarket_id', 'subchain_id', 'products', 'delivery_date'];
    expectErrors(await post(account, {}), 400, 'validation_error', fields);
    const products = [{ product_id: '1', quantity: 0, note: '' }, { quantity: 1 }];
    const answer = await post(account, { ...GOOD, subchain_id: 'x', products, colour: 'red' });
    const wrong =
      'products[0].note colour subchain_id products[0].product_id products[0].quantity products[1].product_id';
    expectErrors(answer, 400, 'validation_error', wrong.split(' '));
  });
});

describe('POST /deliveries accepts', () => {
  it.each([1, 1_000_000])('the quantity %d', async (quantity) => {
    const account = await createAccount(service);
    const product = await createProduct(account, { price: 0.01 });
    const delivery = await createDelivery(account, { products: [{ product_id: product.id, quantity }] });
    expect(delivery.products[0].quantity).toBe(quantity);
    expect(delivery.total_value).toBe(quantity / 100);
  });

  it.each([() => inDays(1), () => '2096-02-29', () => '2100-12-31'])('a delivery_date', async (date) => {
    const delivery_date = date();
    const delivery = await createDelivery(await createAccount(service), { delivery_date });
    expect(delivery.delivery_date).toBe(delivery_date);
  });

  it('notes of 2,000 characters, however many bytes they have', async () => {
    const account = await createAccount(service);
    const notes = '🥖'.repeat(2_000);
    const { id } = await createDelivery(account, { notes });
    const where = { accountId_id: { accountId: account.id, id } };
    expect(await service.database.prisma.delivery.findUnique({ where })).toMatchObject({ notes });
  });

  it('500 products', async () => {
    const account = await createAccount(service);
    const rows = await service.database.prisma.product.createManyAndReturn({
      data: Array.from({ length: 500 }, (_, price) => {
        const [accountId, sequenceNumber] = [account.id, price + 1];
        return { accountId, sequenceNumber, name: 'Bread', weight: 1, price, category: 'bulk' };
      }),
    });
    const supermarket = await createSupermarket(account);
    const answer = await post(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: rows.map(({ id }) => ({ product_id: Number(id), quantity: 2 })),
      delivery_date: inDays(2),
    });
    const delivery = expectData(answer, 201);
    expect(delivery.products).toHaveLength(500);
    expect(delivery.total_value).toBe(249_500);
  });
});

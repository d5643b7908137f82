import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { casesOf } from '../support/hostile/cases.ts';
import { expectData, expectError, expectErrors } from '../support/http/expect-answer.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const GOOD = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };

const BAD_TEXTS = [null, 1, true, [], {}, '', ' \t ', 'a\0b', '\ud800', 'x'.repeat(201), '🥖'.repeat(201)];
const BAD_NUMBERS = [null, '1', '', true, [1], {}, -0.01, 1e308];

const BAD_VALUES = casesOf<unknown>({
  name: BAD_TEXTS,
  category: BAD_TEXTS,
  weight: [...BAD_NUMBERS, 0, 0.0001, 1.2345, 10_000_000, 9_999_999.9991, 1e-7],
  price: [...BAD_NUMBERS, 0.001, 1.999, 10_000_000, 9_999_999.991, 1e-7],
});

const GOOD_VALUES = casesOf<unknown>({
  name: ['x', 'x'.repeat(200), '🥖'.repeat(200), 'Käse "mild" \\ <b>', '100 %', '‮'],
  category: ['x'.repeat(200), 'bakery/bread'],
  weight: [0.001, 1, 0.125, 9_999_999.999],
  price: [0, 0.01, 0.1, 100, 9_999_999.99],
});

describe('POST /products', () => {
  it('returns the read shape, with a sequential id', async () => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: GOOD });
    expect(expectData(answer, 201)).toStrictEqual({
      ...GOOD,
      id: expect.any(Number),
      sequential_id: 'P-0001',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/products/${answer.json.data.id}`);
  });

  it('trims its texts', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: ' Bread\n', category: '\tbakery ' });
    expect(product).toMatchObject({ name: 'Bread', category: 'bakery' });
  });

  it.each(GOOD_VALUES)('accepts the %s %j', async (field, value) => {
    const account = await createAccount(service);
    const { id } = await createProduct(account, { [field]: value });
    expect(expectData(await account.call('GET', `/products/${id}`))).toHaveProperty(field, value);
  });

  it.each(['9999999.99', '0.07', '1234567.1', '100', '0'])(
    'writes the price %s as it read it',
    async (price) => {
      const account = await createAccount(service);
      const raw = `{"name":"Bread","category":"bakery","weight":9999999.999,"price":${price}}`;
      const created = await account.call('POST', '/products', { raw });
      expect(created.text).toContain(`"weight":9999999.999,"price":${price},`);
      const { text } = await account.call('GET', `/products/${created.json.data.id}`);
      expect(text).toBe(created.text);
    },
  );

  it.each([...BAD_VALUES, ...Object.keys(GOOD).map((field): [string, undefined] => [field, undefined])])(
    'refuses the %s %j',
    async (field, value) => {
      const account = await createAccount(service);
      const answer = await account.call('POST', '/products', { body: { ...GOOD, [field]: value } });
      expectError(answer, 400, 'validation_error', field);
    },
  );

  it.each(['id', 'sequential_id', 'created_at', 'currency'])('refuses the field %s', async (field) => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: { ...GOOD, [field]: 'P-0001' } });
    expectError(answer, 400, 'validation_error', field);
  });

  it('refuses every wrong field at once, in the order of the fields', async () => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: { id: 1, category: '', price: '1' } });
    expectErrors(answer, 400, 'validation_error', ['name', 'weight', 'price', 'category', 'id']);
  });
});

describe('PATCH /products/{product_id}', () => {
  it.each(GOOD_VALUES)('changes only the %s, to %j', async (field, value) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const answer = await account.call('PATCH', `/products/${product.id}`, { body: { [field]: value } });
    expect(expectData(answer)).toStrictEqual({ ...product, [field]: value });
    const read = await account.call('GET', `/products/${product.id}`);
    expect(expectData(read)).toStrictEqual({ ...product, [field]: value });
  });

  it('changes all fields at once', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { name: 'Rye', weight: 1.25, price: 0, category: 'rye' };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expect(expectData(answer)).toStrictEqual({ ...product, ...body });
  });

  it('treats null as omitted', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { name: null, weight: null, price: 1, category: null };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expect(expectData(answer)).toStrictEqual({ ...product, price: 1 });
  });

  it.each([{}, { name: null }, { name: null, weight: null, price: null, category: null }])(
    'refuses to change nothing: %j',
    async (body) => {
      const account = await createAccount(service);
      const { id } = await createProduct(account);
      expectError(await account.call('PATCH', `/products/${id}`, { body }), 400, 'validation_error');
    },
  );

  it.each(BAD_VALUES.filter(([, value]) => value !== null))('refuses the %s %j', async (field, value) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { ...GOOD, [field]: value };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expectError(answer, 400, 'validation_error', field);
    expect(expectData(await account.call('GET', `/products/${product.id}`))).toStrictEqual(product);
  });

  it.each(['id', 'sequential_id', 'created_at'])('refuses the read-only field %s', async (field) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { price: 1, [field]: product[field] };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expectError(answer, 400, 'validation_error', field);
  });
});

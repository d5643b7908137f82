import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/http/server/exact-json.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a JSON number', () => {
  it.each([
    '0',
    '-0',
    '0.00',
    '1.10000000000000000000',
    '1e2',
    '1.5E-3',
    '3.4900000000000002',
    '0.30000000000000004',
    '9007199254740991',
    '1E+21',
    '100000000000000000000000',
    '5e-324',
  ])('%s is read', (text) => {
    expect(parseExactJson(`{"a":[${text}]}`)).toEqual({ a: [Number(text)] });
  });

  it.each(['9007199254740993', '1.0000000000000000001', '12345678901234567890.5', '1e400', '-1e-400'])(
    '%s is refused, because it would be rounded',
    (text) => {
      expect(() => parseExactJson(`{"a":[1,{"b":${text}}],"c":1}`)).toThrow(
        'a[1].b must be a number with at most 15 significant digits',
      );
      expect(() => parseExactJson(text)).toThrow('must be a number with at most 15');
    },
  );

  it('with too many digits is refused over REST and GraphQL, on its field', async () => {
    const account = await createAccount(service);
    const price = '2.4900000000000000001';
    const raw = `{"name":"Rye","weight":1,"price":${price},"category":"bakery"}`;
    expectError(await account.call('POST', '/products', { raw }), 400, 'validation_error', 'price');
    const delivery = '{"supermarket_id":1,"products":[{"product_id":9007199254740993,"quantity":1}]}';
    const refused = await account.call('POST', '/deliveries', { raw: delivery });
    expectError(refused, 400, 'validation_error', 'products[0].product_id');
    const create = `mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }`;
    const asked = await account.call('POST', '//graphql', {
      raw: JSON.stringify({ query: create, variables: { input: '?' } }).replace('"?"', raw),
    });
    expect(asked.json.errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'variables.input.price',
    });
    const literal = `mutation { createProduct(input: { name: "Rye", weight: 1, price: ${price}, category: "a" }) { id } }`;
    const { json } = await account.call('POST', '//graphql', { body: { query: literal } });
    expect(json.errors[0].extensions.code).toBe('validation_error');
    expect(json.errors[0].message).toContain('15 significant digits');
    expect(expectData(await account.call('GET', '/products'))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { isObjectType } from 'graphql';
import { violation } from '../src/problems.ts';
import { faultAt, renamedFault } from '../src/schema/core/errors.ts';
import { schema } from '../src/schema/index.ts';
import { restPathOf } from '../src/schema/core/noun/names.ts';
import { connect } from './support/mcp/connect.ts';
import { createAccount, type TestAccount } from './support/service/account.ts';
import { createDelivery, inDays } from './support/records/records.ts';
import { useService } from './support/service/service.ts';

const service = useService();

const LONG = 'x'.repeat(201);
const PRODUCT = { name: LONG, weight: 0, price: 3.499, category: 'bakery' };
const TOO_LONG = { problem: 'too_long', values: { max: 200 } };
const NOT_ABOVE = { problem: 'not_above', values: { limit: 0 } };
const DECIMALS = { problem: 'too_many_decimals', values: { max: 2 } };
const CREATE = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }';

function ask(account: TestAccount, query: string, variables = {}) {
  return account.call('POST', '//graphql', { body: { query, variables } });
}

/**
 * Types whose texts are codes, or have a `code` beside them because nothing is wrong: questions and warnings.
 */
const CODED = new Set([
  'Alert',
  'WebhookAttempt',
  'ImportProblem',
  'ReturnWarning',
  'DeliveryWarning',
  'StandingOrderWarning',
]);

describe('the problem of an error and its values', () => {
  it('are in REST, in the error and each of its details', async () => {
    const account = await createAccount(service);
    const { json } = await account.call('POST', '/products', { body: PRODUCT });
    expect(json.error).toMatchObject(TOO_LONG);
    expect(json.error.details).toMatchObject([TOO_LONG, NOT_ABOVE, DECIMALS]);
    const missing = await account.call('GET', '/products/1');
    expect(missing.json.error).toMatchObject({ problem: 'not_found', values: null });
  });

  it('are in the extensions of GraphQL', async () => {
    const account = await createAccount(service);
    const { json } = await ask(account, CREATE, { input: PRODUCT });
    expect(json.errors[0].extensions).toMatchObject(TOO_LONG);
    expect(json.errors[0].extensions.details).toMatchObject([TOO_LONG, NOT_ABOVE, DECIMALS]);
  });

  it.each([
    ['{', 'syntax_error'],
    ['{ nothing }', 'unknown_field'],
    ['{ products(nothing: 1) { totalCount } }', 'unknown_argument'],
    ['{ products(first: "1") { totalCount } }', 'invalid_argument'],
    ['{ products { totalCount } ...None }', 'invalid_document'],
    ['query($first: Int!) { products(first: $first) { totalCount } }', 'invalid_variable'],
    ['query A { __typename } query B { __typename }', 'invalid_request'],
    [`{ ${'a: __typename '.repeat(30)} }`, 'query_too_large'],
    [
      '{ products(first: 100) { nodes { deliveries(first: 100) { nodes { products { quantity } } } } } }',
      'query_too_expensive',
    ],
  ])('say what GraphQL refuses: %s', async (query, problem) => {
    const account = await createAccount(service, 'free');
    const { json } = await ask(account, query);
    expect(json.errors[0].extensions).toMatchObject({ code: 'validation_error', problem });
  });

  it.each([
    [{ ...PRODUCT, price: '1' }, ['price']],
    [{ name: 'x', weight: 1 }, ['category', 'price']],
    [{ ...PRODUCT, colour: 'red' }, ['colour']],
    [5, ['input']],
    [null, ['input']],
  ])('name the field of a variable that does not fit its type: %j', async (input, fields) => {
    const { json } = await ask(await createAccount(service), CREATE, { input });
    expect(json.errors.map(({ extensions }: { extensions: { field: string } }) => extensions.field)).toEqual(
      fields,
    );
  });

  it('name the item of a list in a variable that does not fit its type', async () => {
    const account = await createAccount(service);
    const products = [
      { productId: '1', quantity: 1 },
      { productId: '1', quantity: '2' },
    ];
    const create = 'mutation($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }';
    const input = { supermarketId: '1', branchId: '1', deliveryDate: '2099-01-01', products };
    expect((await ask(account, create, { input })).json.errors[0].extensions.field).toBe(
      'products[1].quantity',
    );
    const list = 'query($names: [String!]) { products(filter: { references: $names }) { totalCount } }';
    expect((await ask(account, list, { names: ['a', 5] })).json.errors[0].extensions.field).toBe('names[1]');
  });

  it('are in the rows of batches and upserts, with the names of REST', async () => {
    const account = await createAccount(service);
    const products = [{ ...PRODUCT, reference: 'A' }];
    const upserted = await account.call('POST', '/products/upsert', { body: { products } });
    expect(upserted.json.data[0].error).toMatchObject({ field: 'name', ...TOO_LONG });
    const delivery = { supermarket_id: 1, subchain_id: 1, delivery_date: '2020-01-01' };
    const deliveries = [{ ...delivery, products: [{ product_id: 1, quantity: 1 }] }];
    const batch = await account.call('POST', '/deliveries/batch', { body: { deliveries } });
    expect(batch.json.data[0].error).toMatchObject({
      field: 'delivery_date',
      message: expect.stringMatching(/^delivery_date must/),
      problem: 'date_not_in_future',
      values: { min: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    const query = `mutation($input: [UpsertProductInput!]!) { upsertProducts(input: $input) { error { problem values } } }`;
    const { json } = await ask(account, query, { input: products });
    expect(json.data.upsertProducts).toEqual([{ error: TOO_LONG }]);
  });

  it('come with the message without its path, where it begins with one', async () => {
    const account = await createAccount(service);
    const wording = 'must be at most 200 characters';
    const created = await ask(account, CREATE, { input: PRODUCT });
    const [error] = created.json.errors;
    expect(error).toMatchObject({ message: `name ${wording}`, extensions: { field: 'name', wording } });
    expect(error.extensions.details[0]).toMatchObject({ field: 'name', wording });
    const rows = `mutation($input: [UpsertProductInput!]!) { upsertProducts(input: $input) { error { message wording } } }`;
    const upserted = await ask(account, rows, { input: [{ ...PRODUCT, reference: 'A' }] });
    expect(upserted.json.data.upsertProducts[0].error).toEqual({ message: `name ${wording}`, wording });
    const missing = await ask(account, 'mutation { archiveProduct(id: "404404") { id } }');
    expect(missing.json.errors[0].extensions).not.toHaveProperty('wording');
    const rest = await account.call('POST', '/products', { body: PRODUCT });
    expect(rest.json.error).not.toHaveProperty('wording');
  });

  it('name other fields as the interface does', async () => {
    const account = await createAccount(service);
    const lots = [{ quantity: 1, best_before: inDays(9), use_by: inDays(9) }];
    const products = [{ product_id: 1, quantity: 1, lots }];
    const body = { supermarket_id: 1, subchain_id: 1, delivery_date: inDays(1), products };
    const rest = await account.call('POST', '/deliveries', { body });
    expect(rest.json.error).toMatchObject({
      field: 'products[0].lots[0].best_before',
      problem: 'not_with',
      values: { other: 'use_by' },
    });
    expect(
      renamedFault(faultAt('endsOn', violation('not_with', 'x', { other: 'useBy' })), restPathOf),
    ).toEqual(faultAt('ends_on', violation('not_with', 'x', { other: 'use_by' })));
  });

  it('are in the outcome of each move', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const query = `mutation($ids: [ID!]!) { moveDeliveries(ids: $ids, status: COMPLETED) { error { code problem values } } }`;
    const { json } = await ask(account, query, { ids: [String(id)] });
    expect(json.data.moveDeliveries).toEqual([
      { error: { code: 'invalid_transition', problem: 'wrong_status', values: { status: 'pending' } } },
    ]);
  });

  it('are in the refusals of an import', async () => {
    const account = await createAccount(service);
    const file = `reference,name,weight,price,category\nA,${LONG},#REF!,3.4999,bakery\n`;
    const { json } = await account.call('POST', '//import/products', {
      raw: file,
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(json.data.refusals).toMatchObject([
      { column: 'weight', problem: 'spreadsheet_error', values: null },
      { column: 'name', ...TOO_LONG },
      { column: 'price', ...DECIMALS },
    ]);
    const query = `{ imports { refusals { column problem values } } }`;
    const stored = await ask(account, query);
    expect(stored.json.data.imports[0].refusals[1]).toEqual({ column: 'name', ...TOO_LONG });
    const empty = await account.call('POST', '//import/products', { raw: 'x'.repeat(10) + '\0' });
    expect(empty.json.error).toMatchObject({ field: 'file', problem: 'not_a_spreadsheet', values: null });
  });

  it('are beside every text of the schema that says what went wrong', () => {
    const missing = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (!isObjectType(type) || CODED.has(type.name)) return [];
      const fields = type.getFields();
      const isSaid = ['message', 'error'].some((name) => String(fields[name]?.type).startsWith('String'));
      const isCoded =
        String(fields.problem?.type).startsWith('String') && String(fields.values?.type) === 'JSON';
      return isSaid && !isCoded ? [type.name] : [];
    });
    expect(missing).toEqual([]);
  });

  it("are in the errors of assistants' tools", async () => {
    const account = await createAccount(service);
    const { call } = await connect(service, account.key, '2025-11-25');
    const { errors } = await call('find_products', { limit: 1_000, colour: 'red' });
    expect(errors).toMatchObject([
      { field: 'colour', problem: 'unknown_field', values: null },
      { field: 'limit', problem: 'too_large' },
    ]);
  });

  it('say what a request without a route, a body or a key lacks', async () => {
    const account = await createAccount(service);
    const cases = [
      ['GET', '/nothing', {}, { code: 'not_found', problem: 'no_route' }],
      ['GET', '/products?colour=red', {}, { problem: 'unknown_parameter' }],
      ['GET', '/products?page=1&page=2', {}, { problem: 'repeated_parameter' }],
      ['GET', '/products?page=2000&per_page=100', {}, { problem: 'page_too_deep', values: { max: 100_000 } }],
      ['POST', '/products', { raw: '' }, { code: 'invalid_json', problem: 'missing_json' }],
      ['POST', '/products', { raw: '{' }, { code: 'invalid_json', problem: 'malformed_json' }],
      [
        'POST',
        '/products',
        { raw: 'x'.repeat(300 * 1_024) },
        { problem: 'payload_too_large', values: { max: 262_144 } },
      ],
      ['GET', '/products', { key: 'prv_none' }, { code: 'unauthorized', problem: 'malformed_key' }],
      ['GET', '/products', { key: '' }, { code: 'unauthorized', problem: 'no_credentials' }],
    ] as const;
    for (const [method, path, options, error] of cases) {
      const { json } = await account.call(method, path, options);
      expect({ path, ...json.error }).toMatchObject({ path, ...error });
    }
  });
});

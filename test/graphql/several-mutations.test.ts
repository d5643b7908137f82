import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/schema/core/caller/scopes.ts';
import { isNullableType } from 'graphql';
import { schema } from '../../src/schema/index.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct, createSentDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const PRODUCT = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };
const CREATE = 'mutation($input: CreateProductInput!)';

async function ask(account: TestAccount, query: string, variables?: object, key = account.key) {
  return account.call('POST', '//graphql', { key, body: { query, variables } });
}

async function countOf(account: TestAccount): Promise<number> {
  return (await account.call('GET', '/products')).json.pagination.total;
}

it('has no mutation field that hides the results of others', () => {
  const fields = Object.values(schema.getMutationType()!.getFields());
  expect(fields.filter(({ type }) => !isNullableType(type))).toEqual([]);
});

describe('several mutations', () => {
  it('return the results of those that succeed beside the error of one that fails', async () => {
    const account = await createAccount(service);
    const query = `mutation($good: CreateProductInput!, $bad: CreateProductInput!) {
      first: createProduct(input: $good) { sequentialId }
      second: createProduct(input: $bad) { sequentialId }
      third: createProduct(input: $good) { sequentialId }
    }`;
    const { status, json } = await ask(account, query, { good: PRODUCT, bad: { ...PRODUCT, price: -1 } });
    expect(status).toBe(200);
    expect(json.data).toEqual({
      first: { sequentialId: 'P-0001' },
      second: null,
      third: { sequentialId: 'P-0002' },
    });
    expect(json.errors).toMatchObject([
      { path: ['second'], extensions: { code: 'validation_error', field: 'price' } },
    ]);
  });
});

describe('a mutation that selects what its key may not read', () => {
  const FORBIDDEN: [name: string, selection: string, variables?: object][] = [
    ['a nested field', 'createProduct(input: $input) { id deliveries { totalCount } }'],
    ['a fragment', 'createProduct(input: $input) { ...Product }'],
    ['an inline fragment', 'createProduct(input: $input) { ... on Product { deliveries { totalCount } } }'],
    ['a later mutation', 'createProduct(input: $input) { id } archiveBranch(id: 1) { id }'],
    [
      'a field that a variable includes',
      'createProduct(input: $input) { id deliveries @include(if: $is) { totalCount } }',
      { is: true },
    ],
    [
      'a field that a variable does not skip',
      'createProduct(input: $input) { id deliveries @skip(if: $is) { totalCount } }',
      { is: false },
    ],
  ];

  it.each(FORBIDDEN)('is refused before anything is written: %s', async (_name, selection, variables) => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:write', 'products:read']);
    const declared = variables ? 'mutation($input: CreateProductInput!, $is: Boolean!)' : CREATE;
    const fragment = selection.includes('...Product')
      ? 'fragment Product on Product { deliveries { totalCount } }'
      : '';
    const query = `${declared} { ${selection} } ${fragment}`;
    const { json } = await ask(account, query, { input: PRODUCT, ...variables }, key);
    expect(json.errors).toMatchObject([{ extensions: { code: 'insufficient_scope' } }]);
    expect(json.data).toBeUndefined();
    expect(await countOf(account)).toBe(0);
  });

  it('is refused with 403 for clients that read the status', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:write']);
    const { status, json } = await account.call('POST', '//graphql', {
      key,
      headers: { Accept: 'application/graphql-response+json' },
      body: {
        query: `${CREATE} { createProduct(input: $input) { ${LIST} } }`,
        variables: { input: PRODUCT },
      },
    });
    expect(status).toBe(403);
    expect(json.errors[0].message).toBe('This API key lacks the scope deliveries:read');
  });

  it.each([
    ['@include', 'deliveries @include(if: $is)', false],
    ['@skip', 'deliveries @skip(if: $is)', true],
  ])('is executed when %s leaves that out', async (_directive, field, is) => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:write']);
    const query = `mutation($input: CreateProductInput!, $is: Boolean!) {
      createProduct(input: $input) { sequentialId ${field} { totalCount } }
    }`;
    const { json } = await ask(account, query, { input: PRODUCT, is }, key);
    expect(json.data).toEqual({ createProduct: { sequentialId: 'P-0001' } });
    expect(await countOf(account)).toBe(1);
  });

  it('is refused for every scope that its selection needs', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    const input = { deliveryId: id, productId: products[0].product_id, quantity: 1, reason: 'damaged' };
    const query = `mutation($input: CreateReturnInput!) { createReturn(input: $input) {
      delivery { id } product { id } supermarket { branches { deliveries { totalCount } } }
    } }`;
    const needed: Scope[] = ['returns:write', 'deliveries:read', 'products:read', 'supermarkets:read'];
    for (const missing of needed) {
      const { key } = await account.issue(needed.filter((scope) => scope !== missing));
      const variables = { input: { ...input, returnDate: inDays(0) } };
      const { json } = await ask(account, query, variables, key);
      expect(json.errors).toMatchObject([{ message: `This API key lacks the scope ${missing}` }]);
    }
    expect((await account.call('GET', '/returns')).json.data).toEqual([]);
  });
});

it('executes queries field by field', async () => {
  const account = await createAccount(service);
  const { id } = await createProduct(account);
  const { key } = await account.issue(['products:read']);
  const query = `query($id: ID!) { product(id: $id) { id } supermarket(id: 1) { id } }`;
  const { json } = await ask(account, query, { id }, key);
  expect(json.data).toEqual({ product: { id: String(id) }, supermarket: null });
  expect(json.errors).toMatchObject([{ path: ['supermarket'] }]);
});

const LIST = 'deliveries { totalCount }';

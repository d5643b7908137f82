import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import type { Scope } from '../../src/schema/core/caller/scopes.ts';
import type { Resource } from '../../src/schema/core/nouns.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { operationsOf } from '../support/graphql/from-graphql.ts';
import { request } from '../support/http/http.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { subscribe } from '../support/webhook/webhook.ts';

const service = useService();

/** Sends a query to `/graphql` with a key. */
async function ask(key: string | undefined, query: string, variables: object = {}) {
  const { json } = await request(service.url, 'POST', '//graphql', { key, body: { query, variables } });
  const { extensions: _, ...answer } = json;
  return answer;
}

const codesIn = (json: { errors?: { extensions: { code: string } }[] }) =>
  json.errors?.map(({ extensions }) => extensions.code);

describe('a key that may only write', () => {
  const lists: [Resource, string, string][] = [
    ['deliveries', 'deliveries { totalCount }', 'delivery(id: "1") { id }'],
    ['returns', 'returns { totalCount }', 'return(id: "1") { id }'],
    ['products', 'products { totalCount }', 'product(id: "1") { id }'],
    ['supermarkets', 'supermarkets { totalCount }', 'supermarket(id: "1") { id }'],
  ];

  it.each(lists)('reads no %s', async (resource, list, single) => {
    const { key } = await (await createAccount(service)).issue([`${resource}:write` as Scope]);
    for (const field of [list, single]) {
      const { errors } = await ask(key, `{ ${field} }`);
      expect(errors[0].message).toBe(`This API key lacks the scope ${resource}:read`);
    }
  });

  it('sees what it wrote, but not what that belongs to', async () => {
    const account = await createAccount(service);
    const { id, branches } = await createSupermarket(account, { name: 'Corner' });
    const product = await createProduct(account, { name: 'Bread' });
    const { key } = await account.issue(['deliveries:write']);
    const input = {
      supermarketId: id,
      branchId: branches[0].id,
      products: [{ productId: product.id, quantity: 2 }],
      deliveryDate: inDays(1),
    };
    const create = (selection: string) =>
      ask(key, `mutation($input: CreateDeliveryInput!) { createDelivery(input: $input) { ${selection} } }`, {
        input,
      });

    const { data, errors } = await create('supermarketName products { name quantity }');
    expect(errors).toBeUndefined();
    expect(data.createDelivery).toEqual({
      supermarketName: 'Corner',
      products: [{ name: 'Bread', quantity: 2 }],
    });
    for (const selection of ['supermarket { id }', 'branch { id }', 'products { product { id } }']) {
      expect(codesIn(await create(selection))).toEqual(['insufficient_scope']);
    }
  });
});

describe('a filter in the response to a mutation', () => {
  const filters: [string, object][] = [
    ['branch { deliveries(filter: { category: "bakery" }) { totalCount } }', {}],
    ['branch { deliveries(filter: { category: $category }) { totalCount } }', { category: 'bakery' }],
    ['branch { deliveries(filter: $filter) { totalCount } }', { filter: { category: 'bakery' } }],
  ];

  it.each(filters)('is refused before anything is written: %s', async (selection, variables) => {
    const account = await createAccount(service);
    const { id, branches } = await createSupermarket(account);
    const product = await createProduct(account);
    const { key } = await account.issue(['deliveries:write', 'deliveries:read', 'supermarkets:read']);
    const declared = { category: '$category: String', filter: '$filter: DeliveryFilter' };
    const used = Object.entries(declared).flatMap(([name, text]) => (name in variables ? [text] : []));
    const create = (more: object) =>
      ask(
        key,
        `mutation(${['$input: CreateDeliveryInput!', ...used].join(', ')}) { createDelivery(input: $input) { ${selection} } }`,
        {
          input: {
            supermarketId: id,
            branchId: branches[0].id,
            products: [{ productId: product.id, quantity: 2 }],
            deliveryDate: inDays(1),
          },
          ...more,
        },
      );
    const deliveries = async () => (await account.call('GET', '/deliveries')).json.pagination.total;
    expect(codesIn(await create(variables))).toEqual(['insufficient_scope']);
    expect(await deliveries()).toBe(0);
    if (used.length === 0) return;
    expect((await create({})).errors).toBeUndefined();
    expect(await deliveries()).toBe(1);
  });
});

describe("another account's records", () => {
  it.each(['delivery', 'return', 'product', 'supermarket', 'webhook'])(
    'are null, like no %s at all',
    async (field) => {
      const owner = await createAccount(service);
      const { id } = await MAKE[field]!(owner);
      const { key } = await createAccount(service);
      const query = `query($id: ID!) { ${field}(id: $id) { id } }`;
      expect(await ask(owner.key, query, { id })).toEqual({ data: { [field]: { id: String(id) } } });
      expect(await ask(key, query, { id })).toEqual({ data: { [field]: null } });
      expect(await ask(key, query, { id: '9007199254740991' })).toEqual({ data: { [field]: null } });
    },
  );

  it('cannot be changed, and responses do not reveal that they exist', async () => {
    const owner = await createAccount(service);
    const { id, branches } = await createSupermarket(owner);
    const { id: product } = await createProduct(owner);
    const { id: delivery } = await createDelivery(owner);
    const changes: [query: string, id: number][] = [
      ['updateProduct(id: $id, input: {name: "x"}) { id }', product],
      ['moveDelivery(id: $id, status: CANCELLED) { id }', delivery],
      ['updateSupermarket(id: $id, input: {name: "x"}) { id }', id],
      ['updateBranch(id: $id, input: {name: "x"}) { id }', branches[0].id],
      ['addBranch(supermarketId: $id, input: {name: "x", address: "y"}) { id }', id],
    ];
    const { key } = await createAccount(service);
    for (const [field, record] of changes) {
      const query = `mutation($id: ID!) { ${field} }`;
      const theirs = await ask(key, query, { id: record });
      expect(codesIn(theirs)).toEqual(['not_found']);
      expect(theirs).toEqual(await ask(key, query, { id: '9007199254740991' }));
    }
  });
});

const MAKE: Record<string, (account: TestAccount) => Promise<{ id: number }>> = {
  delivery: createDelivery,
  return: createReturn,
  product: createProduct,
  supermarket: createSupermarket,
  webhook: (account) => subscribe(account, 'https://receiver.example/hook'),
};

it('requires a key before every operation', async () => {
  const open = [];
  for (const { name, query, variables } of operationsOf(schema)) {
    const answer = await request(service.url, 'POST', '//graphql', { body: { query, variables } });
    if (answer.status !== 401 || codesIn(answer.json)?.join() !== 'unauthorized') open.push(name);
  }
  expect(open).toEqual([]);
});

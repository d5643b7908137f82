import { getNamedType, type GraphQLObjectType, isLeafType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/schema/core/caller/plans.ts';
import { schema } from '../../src/schema/index.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { openSession, PASSWORD } from '../support/service/open-session.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { createDelivery, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createVisitor } from '../support/service/visitor.ts';

const service = useService();

async function ask(account: TestAccount, query: string) {
  return (await account.call('POST', '//graphql', { body: { query } })).json;
}

describe('the cost', () => {
  it('is in each response, beside the remaining requests', async () => {
    const account = await createAccount(service);
    await createDelivery(account);
    const { json, headers } = await account.call('POST', '//graphql', {
      body: { query: '{ deliveryPage(perPage: 5) { items { id products { product { name } } } } }' },
    });
    expect(json.data.deliveryPage.items.length).toBe(1);
    // The page, and for each delivery on it: itself, and 500 lines with a product each, at 0.04 points.
    expect(json.extensions.cost).toEqual({ requested: 206, limit: 20_000, remaining: 19_794 });
    const { limit, remaining, resetAt } = json.extensions.rateLimit;
    expect(String(limit)).toBe(headers.get('X-RateLimit-Limit'));
    expect(String(remaining)).toBe(headers.get('X-RateLimit-Remaining'));
    const reset = Number(headers.get('X-RateLimit-Reset'));
    expect(Math.abs(Date.parse(resetAt) / 1_000 - reset)).toBeLessThanOrEqual(1);
  });

  it('can be higher on a larger plan', async () => {
    const query = '{ deliveryPage(perPage: 100) { items { products { product { id } } } } }';
    const answers = ['free', 'pro', 'business'].map(async (plan) =>
      ask(await createAccount(service, plan as Plan), query),
    );
    const [free, pro, business] = await Promise.all(answers);
    expect(free.errors[0].message).toBe(
      'query costs 4101 points, but your plan allows 1000: request smaller pages, or fewer nested records or fields',
    );
    expect(free.errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'query_too_expensive',
      values: { cost: 4_101, max: 1_000 },
    });
    expect(free.extensions.cost).toEqual({ requested: 4_101, limit: 1_000, remaining: 0 });
    for (const { data, errors } of [pro, business]) {
      expect(errors).toBeUndefined();
      expect(data.deliveryPage.items).toEqual([]);
    }
  });
});

describe('the size of a response', () => {
  it('is bounded on every plan, by what its lists can hold', async () => {
    const account = await createAccount(service);
    const page = 'deliveries(first: 100) { nodes { products { name } } }';
    const { data } = await ask(account, `{ a: ${page} b: ${page} }`);
    expect(data).toEqual({ a: { nodes: [] }, b: { nodes: [] } });
    const { errors, extensions } = await ask(account, `{ a: ${page} b: ${page} c: ${page} }`);
    expect(errors[0].message).toBe(
      'query can return 150303 objects, but the maximum is 125000: request smaller pages, or fewer nested records or fields',
    );
    expect(errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_objects',
      values: { max: 125_000 },
    });
    expect(extensions.cost.requested).toBeLessThan(extensions.cost.limit);
  });
});

describe('the objects of a response', () => {
  const MAX = 10_000;
  const LINES = 'products { quantity }';
  let account: TestAccount;
  let order: (lines: number) => Promise<unknown>;

  /** 20 deliveries with 9,979 lines, which a connection makes 10,000 objects. */
  beforeAll(async () => {
    account = await createAccount(service);
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...PRODUCT,
      name: `Loaf ${at}`,
      reference: `L-${at}`,
    }));
    const { data } = (await account.call('POST', '/products/upsert', { body: { products: rows } })).json;
    const { id, branches } = await createSupermarket(account);
    const lines = (data as { id: number }[]).map((row) => ({ product_id: row.id, quantity: 1 }));
    order = (count) =>
      createDelivery(account, {
        supermarket_id: id,
        subchain_id: branches[0].id,
        products: lines.slice(0, count),
      });
    for (let at = 0; at < 20; at += 1) await order(at === 0 ? 479 : 500);
  }, 60_000);

  it.each([
    ['in a list', `{ deliveries(first: 100) { nodes { ${LINES} } } }`],
    ['beside the schema', `{ deliveries(first: 100) { nodes { ${LINES} } } __schema { types { name } } }`],
  ])('may be 10,000, counted as they are read, not as lists could hold them, %s', async (_way, query) => {
    const { errors, data } = await ask(account, query);
    expect(errors).toBeUndefined();
    expect(objectsIn(data.deliveries)).toBe(MAX);
  });

  it.each([
    ['in a list', `{ deliveries(first: 100) { nodes { ${LINES} } pageInfo { hasNextPage } } }`],
    ['on a page', `{ deliveryPage(perPage: 100) { items { ${LINES} } } account { id } }`],
    ['in edges', `{ deliveries(first: 100) { edges { node { ${LINES} } } } }`],
    [
      'by aliases',
      `{ a: deliveries(first: 10) { nodes { ${LINES} } } b: deliveries(first: 11) { nodes { ${LINES} } } }`,
    ],
    [
      'within records',
      `{ supermarkets(first: 1) { nodes { deliveries(first: 20) { nodes { ${LINES} } } } } }`,
    ],
    [
      'beside the schema',
      `{ __x: deliveries(first: 20) { nodes { ${LINES} supermarket { id } } } s: __schema { types { name } } }`,
    ],
    ['on a replica', `query @replica { deliveries(first: 100) { nodes { ${LINES} supermarket { id } } } }`],
  ])('are refused beyond, with how to page: %s', async (_way, query) => {
    const { status, json } = await account.call('POST', '//graphql', { body: { query } });
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('data');
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].message).toMatch(
      /more than 10,000 objects.*smaller pages by first, and continue with after: pageInfo\.endCursor/,
    );
    expect(json.errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_objects',
      values: { max: MAX },
    });
    expect(json.extensions.cost.requested).toBeGreaterThan(0);
  });

  it('may have all fields of a line', async () => {
    const fields = Object.values((schema.getType('DeliveryProduct') as GraphQLObjectType).getFields());
    const own = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name);
    const query = `{ deliveries(first: 100) { nodes { products { ${own.join(' ')} } } } }`;
    const { errors, data } = await ask(account, query);
    expect(errors).toBeUndefined();
    expect(objectsIn(data.deliveries)).toBe(MAX);
  });

  it.each([
    ['of a line', `{ deliveries(first: 19) { nodes { products { ${aliases('name')} } } } }`],
    ['of the type', `{ deliveries(first: 19) { nodes { products { ${aliases('__typename')} } } } }`],
    ['on a page', `{ deliveryPage(perPage: 19) { items { products { ${aliases('quantity')} } } } }`],
    [
      'of records in lines',
      `{ deliveries(first: 9) { nodes { products { product { ${aliases('id')} packaging brand unit category } } } } }`,
    ],
    [
      'beside the schema',
      `{ deliveries(first: 19) { nodes { products { ${aliases('name')} } } } __schema { types { name } } }`,
    ],
  ])('may have 250,000 values, so aliases are refused that repeat a field: %s', async (_what, query) => {
    const { status, json } = await account.call('POST', '//graphql', { body: { query } });
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('data');
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].message).toMatch(
      /more than 250,000 values.*smaller pages by first, and continue with after: pageInfo\.endCursor/,
    );
    expect(json.errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_values',
      values: { max: 250_000 },
    });
  });

  it('may be more in the response to a mutation: a change that was made must not look refused', async () => {
    const { json } = await account.call('GET', '/deliveries?per_page=1');
    const lines = `supermarket { deliveries(first: 100) { nodes { ${LINES} } } }`;
    const move = `mutation { moveDelivery(id: "${json.data[0].id}", status: IN_TRANSIT) { status ${lines} } }`;
    const { errors, data } = await ask(account, move);
    expect(errors).toBeUndefined();
    expect(data.moveDelivery.status).toBe('IN_TRANSIT');
    expect(objectsIn(data)).toBeGreaterThan(MAX);
  });

  it('may be more over REST, whose lists have no such bound', async () => {
    await order(500);
    const { status, json } = await account.call('GET', '/deliveries?per_page=100&view=full');
    expect(status).toBe(200);
    expect(objectsIn(json.data)).toBe(21 + 9_979 + 500);
    expect(json.pagination.total).toBe(21);
  });
});

/** Selects a field by as many aliases as a document may have. */
function aliases(field: string): string {
  return Array.from({ length: 50 }, (_, at) => `a${at}: ${field}`).join(' ');
}

/** Counts the objects of a JSON value, itself included. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, each) => sum + objectsIn(each), 0);
  return Array.isArray(value) ? inside : inside + 1;
}

describe('the number of values in the response to a mutation', () => {
  it('is bounded on every plan, because aliases repeat them without points', async () => {
    const account = await createAccount(service);
    expect(await ask(account, namesOfLines(21))).not.toHaveProperty('errors');
    const { errors, extensions } = await ask(account, changing(namesOfLines(21)));
    expect(errors[0].message).toMatch(/^query can return 10500\d\d values, but the maximum is 1000000: /);
    expect(errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_values',
      values: { max: 1_000_000 },
    });
    expect(extensions.cost.requested).toBeLessThan(extensions.cost.limit);
  });
});

/** Returns a mutation whose response contains a list of deliveries. */
function changing(query: string): string {
  return `mutation { moveDelivery(id: "1", status: IN_TRANSIT) { supermarket ${query} } }`;
}

/** Returns a query that reads the names of all lines several times. */
function namesOfLines(times: number): string {
  const names = Array.from({ length: times }, (_, at) => `a${at}: name`);
  return `{ deliveries(first: 100) { nodes { products { ${names.join(' ')} } } } }`;
}

describe('a session', () => {
  it('has the points of the Business plan on every plan', async () => {
    const account = await createAccount(service, 'free');
    await openSession(service, account);
    const visitor = createVisitor(service);
    await visitor.signIn(account.email, PASSWORD);
    const lines = 'deliveries(first: 100) { nodes { products { product { name } } } }';
    const { errors, extensions } = (await visitor.ask(`{ ${lines} }`)).json;
    expect([errors, extensions.cost.limit]).toEqual([undefined, 20_000]);
    const several = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: ${lines}`);
    const refused = (await visitor.ask(`{ ${several.join(' ')} }`)).json;
    expect(refused.errors[0].message).toMatch(/but your plan allows 20000/);
  });
});

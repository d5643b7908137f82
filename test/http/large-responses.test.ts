import { beforeAll, describe, expect, it } from 'vitest';
import { fillDeliveries, fillProducts, fillSupermarkets } from '../../lab/fill.ts';
import { success } from '../../src/rest/envelope.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const DELIVERIES = 100;
const LINES = 200;
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(service);
  await fillSupermarkets(service.database, account.id, { supermarkets: 1, branches: 1 });
  // The first product starts the account's numbers.
  await createProduct(account);
  await fillProducts(service.database, account.id, LINES);
  await fillDeliveries(service.database, account.id, { deliveries: DELIVERIES, lines: LINES });
});

/** The number of deliveries over GraphQL, as many as a response to a query can have. */
const OVER_GRAPHQL = 24;
const QUERY = `{ deliveries(first: ${OVER_GRAPHQL}) { nodes { id products { name quantity unitPrice product { id } } } } }`;
const overRest = () => account.call('GET', `//api/v1/deliveries?per_page=${DELIVERIES}`);
const overGraphql = () => account.call('POST', '//graphql', { body: { query: QUERY } });

const failing = `${QUERY.slice(0, -1)} product(id: "0") { id } }`;
const besideError = () => account.call('POST', '//graphql', { body: { query: failing } });

describe('a list with 20,000 lines, of which GraphQL returns 4,800', () => {
  it('is whole over REST and GraphQL', async () => {
    const [rest, graphql] = [(await overRest()).json as RestList, (await overGraphql()).json as GraphqlList];
    const lines = rest.data.flatMap(({ products }) => products);
    expect(lines.length).toBe(DELIVERIES * LINES);
    const same = graphql.data.deliveries.nodes
      .flatMap(({ products }) => products)
      .map(({ name, quantity, unitPrice, product }) => {
        return { product_id: Number(product.id), name, quantity, unit_price: unitPrice };
      });
    expect(same).toEqual(lines.slice(0, OVER_GRAPHQL * LINES));
  });

  it.each([
    ['REST', overRest],
    ['GraphQL', overGraphql],
    ['GraphQL, beside an error', besideError],
  ])('leaves the event loop to others while it is made: %s', async (_door, send) => {
    let share = 1;
    // Compiling code and collecting garbage may affect any of them.
    for (let attempt = 0; attempt < 5 && share > MAX_SHARE; attempt++) share = await longestShare(send);
    expect(share).toBeLessThan(MAX_SHARE);
  });
});

interface RestList {
  data: { products: object[] }[];
}

interface GraphqlList {
  data: { deliveries: { nodes: { products: ReadLine[] }[] } };
}

interface ReadLine {
  name: string;
  quantity: number;
  unitPrice: number;
  product: { id: string };
}

/** The maximum share of the longest turn. The client, in this process too, parses a response in one turn. */
const MAX_SHARE = 0.3;

/** Returns the share of the longest turn of the event loop, in CPU time of this thread. */
async function longestShare(work: () => Promise<unknown>): Promise<number> {
  const start = cpuMs();
  let last = start;
  let longest = 0;
  const watch = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(watch, 1);
  await work();
  watch();
  clearInterval(timer);
  return longest / (cpuMs() - start);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

describe('a list that is written record by record', () => {
  const many = Array.from({ length: 300 }, (_, id) => ({
    id,
    lines: [{ id }, { id: null }],
    name: '"\u2028',
  }));
  const pagination = { page: 1, per_page: 300, total: 300, total_pages: 1, has_more: false };

  it.each([
    ['a page', many, { pagination }],
    ['all records', many, {}],
    ['none', [], { pagination }],
    ['exact decimals and dates', [JSON.rawJSON('1.10'), new Date(0)], {}],
  ])('is the same as if written at once: %s', async (_name, data, others) => {
    const whole = JSON.stringify({ status: 'success', data, ...others });
    expect(await success({ data: (data as unknown[]).values(), ...others })).toBe(whole);
  });

  it('is refused when it is too long', async () => {
    const text = 'x'.repeat(1_024 * 1_024);
    const writing = Promise.resolve(success({ data: Array<string>(33).fill(text).values() }));
    await expect(writing).rejects.toThrow(/^The response would have more than 33554432 characters/);
  });
});

it.each([
  ['by its plan', ''],
  ['beside the schema', '__schema { types { name } }'],
])('a long alias in each of many lines is refused before it is text, %s', async (_way, more) => {
  const alias = 'x'.repeat(30_000);
  const query = `{ deliveries(first: ${OVER_GRAPHQL}) { nodes { products { ${alias}: quantity } } } ${more} }`;
  const { json } = await account.call('POST', '//graphql', { body: { query } });
  expect(json).not.toHaveProperty('data');
  expect(json.errors[0].message).toMatch(/^The response would have more than 33554432 characters/);
  expect(json.errors[0].extensions).toMatchObject({ field: 'query', problem: 'response_too_large' });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const SET = `mutation ($supermarketId: ID!, $rows: [PriceAgreementInput!]!) {
  setPriceAgreements(supermarketId: $supermarketId, rows: $rows) { id price validFrom validTo changedBy
    product { id } supermarket { id } }
}`;
const LIST = `query ($filter: PriceAgreementFilter, $first: Int, $after: String) {
  priceAgreements(filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { endCursor hasNextPage } nodes { price validFrom validTo }
  }
}`;

interface Row {
  productId?: string;
  price?: number | null;
  validFrom?: string;
  validTo?: string | null;
}

let account: TestAccount;
let supermarketId: string;
let productId: string;

beforeAll(async () => {
  account = await createAccount(service);
  supermarketId = String((await createSupermarket(account)).id);
});

/** Sets agreements of one product, by default a new one that each test has for itself. */
const set = async (rows: Row[], variables: object = {}) =>
  (await ask(account, SET, { supermarketId, rows: rows.map(withProduct), ...variables })).setPriceAgreements;
const refusal = (rows: Row[], variables: object = {}) =>
  refusalOf(account, SET, { supermarketId, rows: rows.map(withProduct), ...variables });
const withProduct = (row: Row) => ({ productId, ...row });
const stored = async (): Promise<Row[]> =>
  (await ask(account, LIST, { filter: { supermarketId, productId } })).priceAgreements.nodes;
const newProduct = async () => void (productId = String((await createProduct(account)).id));

const DECEMBER = { price: 1.99, validFrom: '2026-12-01', validTo: '2026-12-31' };

function from(validFrom: string, validTo: string | null = null): Row {
  return { price: 1, validFrom, validTo };
}

async function entries(): Promise<{ details: object }[]> {
  return (await service.database.prisma.auditEntry.findMany({
    where: { accountId: account.id, action: 'prices.changed' },
    orderBy: { id: 'asc' },
    select: { details: true },
  })) as { details: object }[];
}

describe('the agreed prices of a supermarket', () => {
  it('are added, changed and removed by product and first day', async () => {
    await newProduct();
    const [added] = await set([DECEMBER]);
    expect(added).toMatchObject({ ...DECEMBER, changedBy: 'test', product: { id: productId } });
    const [changed] = await set([{ price: 1.89, validFrom: '2026-12-01' }]);
    expect(changed).toMatchObject({ id: added.id, price: 1.89, validTo: null });
    expect(await set([{ price: null, validFrom: '2026-12-01' }])).toEqual([null]);
    expect(await set([{ price: null, validFrom: '2026-12-01' }])).toEqual([null]);
    expect(await stored()).toEqual([]);
  });

  it('are judged by what stands after the whole call', async () => {
    await newProduct();
    await set([DECEMBER]);
    const later = { price: 2, validFrom: '2026-12-15' };
    expect(await refusal([later])).toEqual({
      code: 'validation_error',
      field: 'rows[0].validFrom',
      message: 'rows[0].validFrom overlaps the price that holds from 2026-12-01 to 2026-12-31',
      problem: 'overlaps',
      values: { from: '2026-12-01', to: '2026-12-31' },
    });
    await set([{ ...DECEMBER, validTo: '2026-12-14', price: 1.89 }, later]);
    expect(await stored()).toEqual([
      { price: 1.89, validFrom: '2026-12-01', validTo: '2026-12-14' },
      { price: 2, validFrom: '2026-12-15', validTo: null },
    ]);
    expect(await refusal([{ price: 3, validFrom: '2027-01-01' }])).toMatchObject({
      problem: 'overlaps',
      values: { from: '2026-12-15' },
    });
    // The one takes the days of the other, whatever the order of the rows.
    await set([
      { price: 1.79, validFrom: '2026-12-01', validTo: '2027-03-31' },
      { price: null, validFrom: '2026-12-15' },
    ]);
    expect(await stored()).toEqual([{ price: 1.79, validFrom: '2026-12-01', validTo: '2027-03-31' }]);
  });

  it('do not overlap between rows, of which the later one is refused', async () => {
    await newProduct();
    expect(await refusal([from('2026-02-01'), from('2026-01-01')])).toMatchObject({
      field: 'rows[1].validFrom',
      problem: 'overlaps',
      values: { from: '2026-02-01' },
    });
    expect(await refusal([from('2026-01-01', '2026-01-31'), from('2026-01-31')])).toMatchObject({
      field: 'rows[1].validFrom',
      values: { from: '2026-01-01', to: '2026-01-31' },
    });
    const removed = { price: null, validFrom: '2026-01-01' };
    expect(await refusal([from('2026-01-01'), removed])).toMatchObject({
      field: 'rows[1].validFrom',
      problem: 'repeated',
    });
    expect(await stored()).toEqual([]);
  });

  it.each<[what: string, row: Row, field: string, problem: string]>([
    ['a missing price', { validFrom: '2026-01-01' }, 'rows[0].price', 'required'],
    ['a negative price', { price: -0.01, validFrom: '2026-01-01' }, 'rows[0].price', 'too_small'],
    [
      'a price beyond the limit',
      { price: 10_000_000, validFrom: '2026-01-01' },
      'rows[0].price',
      'too_large',
    ],
    ['a third decimal', { price: 1.999, validFrom: '2026-01-01' }, 'rows[0].price', 'too_many_decimals'],
    ['a day that does not exist', { price: 1, validFrom: '2026-02-30' }, 'rows[0].validFrom', 'invalid_date'],
    [
      'an end before the start',
      { price: 1, validFrom: '2026-01-02', validTo: '2026-01-01' },
      'rows[0].validTo',
      'range_out_of_order',
    ],
  ])('refuse %s', async (_what, row, field, problem) => {
    await newProduct();
    expect(await refusal([row])).toMatchObject({ code: 'validation_error', field, problem });
  });

  it('name what the account does not have', async () => {
    await newProduct();
    const theirs = await createAccount(service);
    const product = { productId: String((await createProduct(theirs)).id) };
    const market = { supermarketId: String((await createSupermarket(theirs)).id) };
    expect(await refusal([DECEMBER, { ...DECEMBER, ...product }])).toMatchObject({
      code: 'not_found',
      field: 'rows[1].productId',
    });
    expect(await refusal([{ ...DECEMBER, ...product, price: null }])).toMatchObject({ code: 'not_found' });
    expect(await refusal([DECEMBER], market)).toMatchObject({ code: 'not_found', field: 'supermarketId' });
    expect(await stored()).toEqual([]);
  });

  it('of an archived product stay, and can only be removed', async () => {
    await newProduct();
    await set([DECEMBER]);
    await ask(account, `mutation { archiveProduct(id: "${productId}") { id } }`);
    expect(await refusal([{ ...DECEMBER, price: 1 }])).toMatchObject({
      field: 'rows[0].productId',
      problem: 'archived',
    });
    expect(await stored()).toHaveLength(1);
    expect(await set([{ ...DECEMBER, price: null }])).toEqual([null]);
  });

  it('are at most 500 in a call, which may also be empty', async () => {
    await newProduct();
    const days = Array.from({ length: 501 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const rows = days.map((day) => ({ price: 1, validFrom: day, validTo: day }));
    expect(await refusal(rows)).toMatchObject({ field: 'rows', problem: 'too_many' });
    expect(await set(rows.slice(1))).toHaveLength(500);
    expect(await set([])).toEqual([]);
  });

  it('leave one entry in the audit log for each call that changed something', async () => {
    await newProduct();
    const before = (await entries()).length;
    await set([DECEMBER, { price: 2, validFrom: '2027-01-01' }]);
    await set([DECEMBER]);
    await set([
      { ...DECEMBER, price: 1.5 },
      { price: null, validFrom: '2027-01-01' },
    ]);
    expect((await entries()).slice(before).map(({ details }) => details)).toEqual([
      { supermarket: supermarketId, added: 2, changedPrices: 0, removed: 0 },
      { supermarket: supermarketId, added: 0, changedPrices: 1, removed: 1 },
    ]);
  });

  it('are refused to one of two calls at once that overlap', async () => {
    await newProduct();
    const lock = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE';
    const results = await whileLocked(service, { lock, values: [account.id], waiting: 2 }, () =>
      Promise.all([1, 2].map((day) => refusal([{ price: day, validFrom: `2026-01-0${day}` }]))),
    );
    const [refused, ...others] = results.filter((result) => result !== undefined);
    expect(others).toEqual([]);
    const [{ validFrom }] = (await stored()) as [Row];
    expect(refused).toMatchObject({
      field: 'rows[0].validFrom',
      problem: 'overlaps',
      values: { from: validFrom },
    });
  });

  it('are at most as many as the plan has', async () => {
    const small = await createAccount(service, 'free');
    const market = String((await createSupermarket(small)).id);
    const { id } = await createProduct(small);
    await service.database.pool.query(
      `INSERT INTO price_agreements (account_id, supermarket_id, product_id, price, valid_from, valid_to)
       SELECT $1, $2, $3, 1, day, day FROM generate_series(1, 1999) AS each (n), LATERAL (SELECT '2000-01-01'::date + n AS day)`,
      [small.id, market, id],
    );
    const call = (rows: Row[]) =>
      small.call('POST', '//graphql', { body: { query: SET, variables: { supermarketId: market, rows } } });
    const row = (validFrom: string) => ({ productId: String(id), price: 1, validFrom, validTo: validFrom });
    const codeOf = async (rows: Row[]) => (await call(rows)).json.errors?.[0].extensions.code;
    expect(await codeOf([row('2026-01-01'), row('2026-01-02')])).toBe('quota_exceeded');
    expect(await codeOf([row('2026-01-01')])).toBe(undefined);
    expect(await codeOf([row('2026-01-02')])).toBe('quota_exceeded');
    expect(await codeOf([{ ...row('2026-01-01'), price: null }, row('2026-01-02')])).toBe(undefined);
  });
});

describe('the list of agreed prices', () => {
  it('is in the order of supermarket, product and day, and goes on after a cursor', async () => {
    await newProduct();
    const first = productId;
    await newProduct();
    const market = String((await createSupermarket(account)).id);
    const rows = [
      { productId, price: 4, validFrom: '2026-01-01' },
      { productId: first, price: 3, validFrom: '2026-03-01' },
      { productId: first, price: 2, validFrom: '2026-01-01', validTo: '2026-01-31' },
    ];
    await set(rows, { supermarketId: market });
    const prices: number[] = [];
    for (let after: string | null = null, more = true; more;) {
      const variables = { filter: { supermarketId: market }, first: 1, after };
      const { priceAgreements: part } = await ask(account, LIST, variables);
      expect(part.totalCount).toBe(3);
      prices.push(part.nodes[0].price);
      ({ endCursor: after, hasNextPage: more } = part.pageInfo);
    }
    expect(prices).toEqual([2, 3, 4]);
    const on = async (day: string) =>
      (await ask(account, LIST, { filter: { supermarketId: market, on: day } })).priceAgreements.nodes;
    expect((await on('2026-02-01')).map(({ price }: Row) => price)).toEqual([4]);
    expect((await on('2026-03-01')).map(({ price }: Row) => price)).toEqual([3, 4]);
    const stranger = await createAccount(service);
    const seen = await ask(stranger, LIST, { filter: { supermarketId: market } });
    expect(seen.priceAgreements.nodes).toEqual([]);
    expect(await refusalOf(account, LIST, { after: 'x' })).toMatchObject({ field: 'after' });
  });
});

describe('the price of a day', () => {
  const PRICE_OF = `query ($productId: ID!, $supermarketId: ID!, $date: Date!) {
    priceOf(productId: $productId, supermarketId: $supermarketId, date: $date)
  }`;

  it('is the agreed one, else that of the product', async () => {
    productId = String((await createProduct(account, { price: 2.5 })).id);
    await set([DECEMBER, { price: 0, validFrom: '2027-02-01' }]);
    const on = async (date: string) =>
      (await ask(account, PRICE_OF, { productId, supermarketId, date })).priceOf;
    const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01', '2027-02-01', '2100-01-01'];
    expect(await Promise.all(days.map(on))).toEqual([2.5, 1.99, 1.99, 2.5, 0, 0]);
  });

  it('is null where the caller has no such product or supermarket', async () => {
    await newProduct();
    const stranger = await createAccount(service);
    const variables = { productId, supermarketId, date: '2026-12-01' };
    expect(await ask(stranger, PRICE_OF, variables)).toEqual({ priceOf: null });
    expect(await ask(account, PRICE_OF, { ...variables, supermarketId: '0' })).toEqual({ priceOf: null });
    expect(await refusalOf(account, PRICE_OF, { ...variables, date: 'x' })).toMatchObject({ field: 'date' });
  });

  it('needs products:read, and the supermarket of an agreement supermarkets:read', async () => {
    const reader = { ...account, scopes: ['products:read'] as const };
    await ask(reader, '{ priceAgreements { totalCount } }');
    expect(await refusalOf(reader, '{ priceAgreements { nodes { supermarket { id } } } }')).toMatchObject({
      code: 'insufficient_scope',
    });
    expect(await refusalOf(reader, SET, { supermarketId, rows: [] })).toMatchObject({
      code: 'insufficient_scope',
    });
    const other = { ...account, scopes: ['supermarkets:read'] as const };
    const variables = { productId, supermarketId, date: '2026-12-01' };
    expect(await refusalOf(other, PRICE_OF, variables)).toMatchObject({ code: 'insufficient_scope' });
  });
});

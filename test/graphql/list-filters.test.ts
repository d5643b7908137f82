import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let account: TestAccount;
/** Values for `:name` in a filter, and the expected records, by name. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  account = await createAccount(service);
  const branches = [
    { name: 'Harbour', address: '1 Quay' },
    { name: 'Fresh%_Hall', address: '2 Square' },
  ];
  const north = await createSupermarket(account, { name: 'Northern Foods', branches });
  const south = await createSupermarket(account, {
    name: 'Süd Market',
    branches: [{ name: 'Central', address: '3 Road' }],
  });
  const bread = await createProduct(account, { name: 'Bread', category: 'bakery' });
  const milk = await createProduct(account, { name: 'Milk', category: 'dairy' });
  const to = (market: typeof north, branch: number, products: { id: number }[], more = {}) => ({
    supermarket_id: market.id,
    subchain_id: market.branches[branch].id,
    products: products.map(({ id }) => ({ product_id: id, quantity: 10 })),
    ...more,
  });
  const a = await createDelivery(account, to(north, 0, [bread]));
  const b = await createSentDelivery(
    account,
    to(north, 1, [milk, bread], { notes: 'Ring twice at the Back door' }),
  );
  const c = await createSentDelivery(account, to(south, 0, [milk], { notes: 'cold chain' }));
  const r = await createReturn(account, {
    delivery_id: b.id,
    product_id: bread.id,
    reason: 'damaged',
    quantity: 1,
  });
  const s = await createReturn(account, {
    delivery_id: c.id,
    product_id: milk.id,
    reason: 'expired',
    quantity: 1,
  });
  const made = {
    a,
    b,
    c,
    r,
    s,
    north,
    south,
    bread,
    milk,
    harbour: north.branches[0],
    hall: north.branches[1],
  };
  for (const [name, { id }] of Object.entries(made)) ids[name] = String(id);
  await createDelivery(await createAccount(service), { notes: 'Ring twice at the Back door' });
});

const filled = (filter: string) => filter.replace(/:(\w+)/g, (_, name: string) => ids[name]!);

/** Returns the letters of the records that a filter finds. */
async function found(list: string, filter: string): Promise<string> {
  const page = list === 'deliveries' ? 'deliveryPage' : 'returnPage';
  const given = `filter: { ${filled(filter)} }`;
  const sums = list === 'deliveries' ? 'deliveryTotals' : 'returnTotals';
  const query = `{ ${list}(${given}) { totalCount nodes { id } } ${page}(${given}) { total items { id } }
    ${sums}(${given}) { count } }`;
  const { [list]: listed, [page]: paged, [sums]: totals } = await ask(account, query);
  const letters = list === 'deliveries' ? ['a', 'b', 'c'] : ['r', 's'];
  const nodes = listed.nodes.map(({ id }: { id: string }) => letters.find((letter) => ids[letter] === id));
  expect(paged.items).toEqual(listed.nodes);
  const counts = [listed.totalCount, paged.total, totals.count];
  expect(counts).toEqual([nodes.length, nodes.length, nodes.length]);
  return nodes.toSorted().join('');
}

describe('deliveries', () => {
  it.each([
    ['abc', 'statuses: [PENDING, IN_TRANSIT]'],
    ['a', 'statuses: [PENDING, CANCELLED]'],
    ['', 'status: PENDING, statuses: [IN_TRANSIT]'],
    ['ab', 'supermarketId: ":north"'],
    ['b', 'branchId: ":hall"'],
    ['', 'branchId: "abc"'],
    ['ab', 'productId: ":bread"'],
    ['b', 'productId: ":bread", category: "dairy"'],
    ['bc', 'category: "dairy"'],
    ['', 'category: "Dairy"'],
    ['c', 'category: "dairy", supermarketId: ":south", statuses: [IN_TRANSIT]'],
    ['a', 'search: ":a"'],
    ['b', 'search: "#:b"'],
    ['', 'search: "99999999999999999999"'],
    ['ab', 'search: "northERN"'],
    ['c', 'search: "süd"'],
    ['a', 'search: "arbou"'],
    ['b', 'search: "sh%_"'],
    ['', 'search: "%%%"'],
    ['b', 'search: "BACK DOOR"'],
    ['c', 'search: " cold "'],
    ['', 'search: "never written"'],
    ['c', 'search: "market", status: IN_TRANSIT'],
    ['a', 'words: "#:a bread"'],
    ['b', 'words: "BREAD hall northern milk"'],
    ['b', 'words: "twice square"'],
    ['c', 'words: "sud ROAD"'],
    ['ab', 'words: "foods nörthern"'],
    ['b', 'words: "h%_h"'],
    ['b', 'words: "sh%_"'],
    ['', 'words: "bread central"'],
    ['', 'words: "% nothing"'],
  ])('are %j by %s', async (letters, filter) => {
    expect(await found('deliveries', filter)).toBe(letters);
  });

  it('within a record are filtered too', async () => {
    const query = `{ supermarkets(orderBy: CREATED_ASC) { nodes { deliveries(filter: { search: "back", statuses: [IN_TRANSIT] }) { totalCount nodes { id } } } } }`;
    const { supermarkets } = await ask(account, query);
    expect(supermarkets.nodes.map((each: { deliveries: object }) => each.deliveries)).toEqual([
      { totalCount: 1, nodes: [{ id: ids.b }] },
      { totalCount: 0, nodes: [] },
    ]);
  });
});

describe('returns', () => {
  it.each([
    ['rs', 'reasons: ["damaged", "expired"]'],
    ['s', 'reasons: ["expired", "none"]'],
    ['r', 'branchId: ":hall"'],
    ['s', 'productId: ":milk"'],
    ['r', 'category: "bakery"'],
    ['', 'category: "bakery", supermarketId: ":south"'],
    ['r', 'words: "bread :b"'],
    ['r', 'words: "#:r"'],
    ['s', 'words: "sud milk"'],
    ['r', 'words: "hall"'],
    ['', 'words: "milk hall"'],
  ])('are %j by %s', async (letters, filter) => {
    expect(await found('returns', filter)).toBe(letters);
  });
});

const sumOf = (values: number[]) => Number(values.reduce((all, each) => all + each, 0).toFixed(2));

it('adds up what a filter finds', async () => {
  const query = `{
    both: deliveryTotals(filter: { supermarketId: ":north" }) { count quantity value }
    none: deliveryTotals(filter: { status: CANCELLED }) { count quantity value }
    returnTotals(filter: { reasons: ["damaged", "expired"] }) { count quantity creditAmount }
    deliveries(filter: { supermarketId: ":north" }) { nodes { totalValue } }
    returns { nodes { creditAmount } }
  }`;
  const { both, none, returnTotals, deliveries, returns } = await ask(account, filled(query));
  const value = sumOf(deliveries.nodes.map((each: { totalValue: number }) => each.totalValue));
  const creditAmount = sumOf(returns.nodes.map((each: { creditAmount: number }) => each.creditAmount));
  expect(both).toEqual({ count: 2, quantity: 30, value });
  expect(none).toEqual({ count: 0, quantity: 0, value: 0 });
  expect(returnTotals).toEqual({ count: 2, quantity: 2, creditAmount });
});

describe('a filter', () => {
  it.each([
    ['deliveries', 'statuses', 'statuses: []'],
    ['deliveries', 'search', 'search: " "'],
    ['deliveries', 'category', `category: "${'x'.repeat(201)}"`],
    ['returns', 'reasons', 'reasons: []'],
    ['returns', 'reasons', `reasons: [${'"a", '.repeat(51)}]`],
  ])('of %s is refused by the name of %s', async (list, field, filter) => {
    const refusal = await refusalOf(account, `{ ${list}(filter: { ${filter} }) { totalCount } }`);
    expect(refusal).toMatchObject({ code: 'validation_error', field });
  });

  it.each(['deliveries', 'returns'] as const)('of %s by category needs products:read', async (list) => {
    const asker = { ...account, scopes: [`${list}:read`] as const };
    const query = `{ ${list}(filter: { category: "dairy" }) { totalCount } }`;
    expect(await refusalOf(asker, query)).toMatchObject({ code: 'insufficient_scope' });
    expect(await refusalOf(asker, query.replace('category: "dairy"', 'productId: "1"'))).toBeUndefined();
  });

  it('of returns by a record that returns show needs only returns:read', async () => {
    const asker = { ...account, scopes: ['returns:read'] as const };
    for (const field of ['branchId', 'supermarketId', 'deliveryId', 'productId']) {
      const query = `{ returns(filter: { ${field}: "1" }) { totalCount } }`;
      expect(await refusalOf(asker, query)).toBeUndefined();
    }
  });
});

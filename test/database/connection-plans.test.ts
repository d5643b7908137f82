import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import { useExplained } from '../support/database/explained.ts';
import { useService } from '../support/service/service.ts';
import { fillVolume } from '../support/records/volume.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

const ROWS = 30_000;
const SIZE = 20;
/** A connection plans the first five executions anew; after these it may use a generic plan. */
const EXECUTIONS = 8;

let account: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  account = await createAccount(service);
  stranger = await createAccount(service);
  await fillVolume(service, account.id, ROWS);
  await fillVolume(service, stranger.id, 2_000);
  await service.database.pool.query('VACUUM ANALYZE');
});

const lists: [list: string, key: string, orders: string[]][] = [
  ['deliveries', '', ['CREATED_DESC', 'CREATED_ASC']],
  ['deliveries', 'delivery_date', ['DELIVERY_DATE_DESC', 'DELIVERY_DATE_ASC']],
  ['returns', '', ['CREATED_DESC', 'CREATED_ASC']],
  ['returns', 'return_date', ['RETURN_DATE_DESC', 'RETURN_DATE_ASC']],
  ['products', '', ['CREATED_DESC', 'CREATED_ASC']],
  ['products', 'name', ['NAME_DESC', 'NAME_ASC']],
];

describe.each(lists)('the list of %s by "%s"', (list, key, orders) => {
  const cases = orders.flatMap((order) => ['first', 'last'].map((end) => ({ order, end })));

  it.each(cases)('reads only what it answers, at any depth: $order, $end', async ({ order, end }) => {
    const depths = [0.01, 0.5, 0.99].map((depth) => cursorAt(list, key, Math.floor(ROWS * depth)));
    const cursors = await Promise.all(depths);
    const from = end === 'first' ? 'after' : 'before';
    for (const asked of ['pageInfo { endCursor }', 'nodes { id } pageInfo { endCursor }']) {
      // The depths take turns, so that plans for values and plans for any value are seen of each.
      for (const plan of await plansOf((execution) => {
        const cursor = cursors[execution % cursors.length];
        return `{ ${list}(orderBy: ${order}, ${end}: ${SIZE}, ${from}: "${cursor}") { ${asked} } }`;
      }))
        expect(rowsRead(plan)).toBeLessThanOrEqual(SIZE + 1);
    }
  });
});

describe('lists within records', () => {
  it.each([
    ['supermarkets(first: 10) { nodes { deliveries(first: 5) { pageInfo { endCursor } } } }', 10 * 6],
    ['supermarkets(first: 10) { nodes { returns(first: 5) { pageInfo { endCursor } } } }', 10 * 6],
    [
      'supermarkets(first: 10) { nodes { branches { deliveries(last: 5) { pageInfo { endCursor } } } } }',
      10 * 6,
    ],
    // Each is in one delivery and one return, so the line and the delivery are read.
    ['products(first: 50) { nodes { deliveries { pageInfo { endCursor } } } }', 50 * 2],
    ['products(first: 50) { nodes { returns { pageInfo { endCursor } } } }', 50],
    ['deliveries(first: 50) { nodes { returns { pageInfo { endCursor } } } }', 50],
  ])('read only the returned rows: %s', async (query, rows) => {
    for (const plan of await plansOf(`{ ${query} }`)) expect(rowsRead(plan)).toBeLessThanOrEqual(rows);
  });
});

describe('a filter that few records meet', () => {
  it.each([
    ['deliveries', 'search: "no such text"'],
    ['deliveries', 'search: "999999999"'],
    ['deliveries', 'search: "no such text", statuses: [PENDING, COMPLETED]'],
    ['deliveries', 'words: "quite absent"'],
    ['deliveries', 'words: "bread 29996 market 999999999"'],
    ['deliveries', 'statuses: [CANCELLED, IN_TRANSIT]'],
    ['deliveries', 'branchId: "999999999"'],
    ['deliveries', 'productId: "999999999"'],
    ['deliveries', 'category: "none"'],
    ['returns', 'words: "29996 bread"'],
    ['products', 'words: "29996 bréad"'],
    ['returns', 'reasons: ["never", "nowhere"]'],
    ['returns', 'branchId: "999999999"'],
    ['returns', 'productId: "999999999"'],
    ['returns', 'category: "none"'],
  ])('reads little else of %s: %s', async (list, filter) => {
    for (const asked of ['nodes { id }', 'totalCount']) {
      for (const plan of await plansOf(`{ ${list}(filter: { ${filter} }) { ${asked} } }`)) {
        expect({ plan, rows: rowsRead(plan) <= ROWS / 100 }).toEqual({ plan, rows: true });
      }
    }
  });
});

describe('totals', () => {
  it('read no more than they count, and are left out beyond', async () => {
    const QUERY = '{ deliveryTotals { count } few: deliveryTotals(filter: { status: PENDING }) { count } }';
    for (const [query, rows] of [
      ['{ deliveryTotals { value } }', 10_001],
      ['{ returnTotals { creditAmount } }', 10_001],
      ['{ deliveryTotals(filter: { status: PENDING }) { value } }', ROWS / 50],
      ['{ returnTotals(filter: { words: "29996 bread" }) { quantity } }', ROWS / 100],
    ] as const) {
      for (const plan of await plansOf(query, 'AS capped')) expect(rowsRead(plan)).toBeLessThanOrEqual(rows);
    }
    const { deliveryTotals, few } = await ask(account, QUERY);
    expect([deliveryTotals, few]).toEqual([null, { count: ROWS / 50 }]);
  });
});

describe('totalCount', () => {
  it('is exact where it is bounded, and estimated beyond', async () => {
    const QUERY = `{
      deliveries { totalCount totalCountEstimated }
      few: deliveries(filter: { status: PENDING }) { totalCount totalCountEstimated }
      supermarkets { nodes { deliveries { totalCount totalCountEstimated } } }
    }`;
    const { deliveries, few, supermarkets } = await ask(account, QUERY);
    expect(deliveries.totalCountEstimated).toBe(true);
    expect(deliveries.totalCount).toBeGreaterThan(ROWS * 0.9);
    expect(deliveries.totalCount).toBeLessThan(ROWS * 1.1);
    expect(few).toEqual({ totalCount: ROWS / 50, totalCountEstimated: false });
    expect(supermarkets.nodes).toHaveLength(10);
    for (const { deliveries } of supermarkets.nodes) {
      expect(deliveries).toEqual({ totalCount: ROWS / 10, totalCountEstimated: false });
    }
    expect((await ask(stranger, QUERY)).deliveries).toEqual({
      totalCount: 2_000,
      totalCountEstimated: false,
    });
  });

  it('is never less than was counted, also where several records have long lists', async () => {
    const crowded = await createAccount(service);
    await fillVolume(service, crowded.id, 22_000, 2);
    const { supermarkets } = await ask(
      crowded,
      '{ supermarkets { nodes { returns { totalCount totalCountEstimated } } } }',
    );
    expect(supermarkets.nodes).toHaveLength(2);
    for (const { returns } of supermarkets.nodes) {
      expect(returns.totalCountEstimated).toBe(true);
      expect(returns.totalCount).toBeGreaterThan(10_000);
    }
  });
});

async function cursorAt(table: string, key: string, offset: number): Promise<string> {
  const column = key === 'name' ? 'name' : key && `to_char(${key}, 'YYYY-MM-DD')`;
  const { rows } = await service.database.pool.query<{ id: string; key: string }>(
    `SELECT id, ${column || 'NULL'} AS key FROM ${table} WHERE account_id = $1 ORDER BY ${key && `${key},`} id
     LIMIT 1 OFFSET $2`,
    [account.id, offset],
  );
  const { id, key: value } = rows[0]!;
  const parts = [table, key ? key.toUpperCase() : 'CREATED', id, ...(key ? [value] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Returns the plans of the last statement of a query with the text `part`, executed repeatedly. */
async function plansOf(
  query: string | ((execution: number) => string),
  part = 'AS parent',
): Promise<string[]> {
  const plans = [];
  for (let execution = 0; execution < EXECUTIONS; execution++) {
    explained.length = 0;
    await ask(account, typeof query === 'string' ? query : query(execution));
    plans.push(explained.findLast((plan) => plan.includes(part))!);
  }
  return plans;
}

/** Returns how many rows all scans of a plan return or discard, except those of the parents' ids. */
function rowsRead(plan: string): number {
  const lines = plan.split('\n');
  const scans = lines.filter(
    (line) => / Scan .*actual rows=/.test(line) && !/Function Scan|Subquery Scan|Bitmap Index/.test(line),
  );
  expect(scans.length).toBeGreaterThan(0);
  const answered = scans.map((line) => {
    const [, rows, loops] = /actual rows=([\d.]+) loops=(\d+)/.exec(line)!;
    return Number(rows) * Number(loops);
  });
  const removed = [...plan.matchAll(/Rows Removed by \D+: (\d+)/g)].map(([, rows]) => Number(rows));
  return Math.round([...answered, ...removed].reduce((sum, rows) => sum + rows, 0));
}

import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import { createMessage, createWebhook } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { fillTrade } from './trade.ts';

const service = useService();
let account: TestAccount;
/** The ids of the account's records, by the names used below. */
const own: Record<string, string> = {};

beforeAll(async () => {
  account = await createAccount(service);
  const { url } = service.testDatabase;
  await fillTrade(account, url, { supermarkets: 3, products: 5, deliveries: 60 });
  await fillTrade(await createAccount(service), url, { supermarkets: 2, products: 3, deliveries: 9 });
  for (const _ of [1, 2, 3, 4]) await createWebhook(account);
  await service.database.pool.query(
    `UPDATE webhook_subscriptions SET consecutive_failures = 3 WHERE account_id = $1
     AND id IN (SELECT id FROM webhook_subscriptions WHERE account_id = $1 LIMIT 2)`,
    [account.id],
  );
  own[':supermarket'] = await oneOf('supermarkets');
  own[':branch'] = await oneOf('branches');
  own[':product'] = await oneOf('products');
  own[':delivery'] = await oneOf('returns', 'delivery_id');
  own[':webhook'] = await oneOf('webhook_subscriptions');
  for (const _ of [1, 2, 3]) await createMessage(account, Number(own[':webhook']));
});

/**
 * A list: its path, with `LIST` in place of its arguments; its rows; its orders; its filters, also as SQL.
 */
type List = [path: string, rows: string, orders: string[], filters: [string, string][]];

const CREATED = ['CREATED_DESC', 'CREATED_ASC'];
const DELIVERY = [...CREATED, 'DELIVERY_DATE_DESC', 'DELIVERY_DATE_ASC'];
const RETURN = [...CREATED, 'RETURN_DATE_DESC', 'RETURN_DATE_ASC'];
const NAME = [...CREATED, 'NAME_DESC', 'NAME_ASC'];

const ALL: [string, string][] = [['', 'true']];
const DELIVERIES: [string, string][] = [
  ...ALL,
  ['status: PENDING', "status = 'pending'"],
  ['dateFrom: "2026-01-02", dateTo: "2026-01-03"', "delivery_date BETWEEN '2026-01-02' AND '2026-01-03'"],
];
const RETURNS: [string, string][] = [
  ...ALL,
  ['reason: "damaged"', "reason = 'damaged'"],
  ['dateTo: "2026-01-03"', "return_date <= '2026-01-03'"],
];
const PRODUCTS: [string, string][] = [
  ...ALL,
  ['category: "dairy"', "category = 'dairy'"],
  ['search: "A"', "name ILIKE '%a%'"],
];
const SUPERMARKETS: [string, string][] = [...ALL, ['search: "MARKET 1"', "name ILIKE '%market 1%'"]];
const WEBHOOKS: [string, string][] = [
  ...ALL,
  ['failing: true', "(status = 'deactivated' OR consecutive_failures > 0)"],
  ['failing: false', "status = 'active' AND consecutive_failures = 0"],
];

const OF_PRODUCT =
  'deliveries WHERE id IN (SELECT delivery_id FROM delivery_items WHERE product_id = :product)';

const lists: List[] = [
  ['{ deliveriesLIST }', 'deliveries WHERE true', DELIVERY, DELIVERIES],
  ['{ returnsLIST }', 'returns WHERE true', RETURN, RETURNS],
  ['{ productsLIST }', 'products WHERE true', NAME, PRODUCTS],
  ['{ supermarketsLIST }', 'supermarkets WHERE true', NAME, SUPERMARKETS],
  ['{ webhooksLIST }', 'webhook_subscriptions WHERE true', CREATED, WEBHOOKS],
  [
    '{ supermarket(id: ":supermarket") { deliveriesLIST } }',
    'deliveries WHERE supermarket_id = :supermarket',
    CREATED,
    DELIVERIES,
  ],
  [
    '{ supermarket(id: ":supermarket") { returnsLIST } }',
    'returns WHERE supermarket_id = :supermarket',
    CREATED,
    RETURNS,
  ],
  [
    '{ branch(id: ":branch") { deliveriesLIST } }',
    'deliveries WHERE branch_id = :branch',
    CREATED,
    DELIVERIES,
  ],
  ['{ product(id: ":product") { deliveriesLIST } }', OF_PRODUCT, CREATED, DELIVERIES],
  ['{ product(id: ":product") { returnsLIST } }', 'returns WHERE product_id = :product', CREATED, RETURNS],
  [
    '{ delivery(id: ":delivery") { returnsLIST } }',
    'returns WHERE delivery_id = :delivery',
    CREATED,
    RETURNS,
  ],
  [
    '{ webhook(id: ":webhook") { messagesLIST } }',
    'webhook_messages WHERE subscription_id = :webhook',
    CREATED,
    ALL,
  ],
];

describe.each(lists)('the list %s', (path, rows, orders, filters) => {
  const cases = filters.flatMap(([filter, condition]) =>
    orders.map((order) => ({ filter, condition, order })),
  );

  it.each(cases)('falls into parts, filtered by "$filter", ordered by $order', async (each) => {
    const whole = await wholeOf(`${rows} AND ${each.condition}`, each.order);
    expect(whole.length).toBeGreaterThan(0);
    const sizes = fc.integer({ min: 1, max: Math.min(whole.length + 1, 100) });
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), async (size, isForward) => {
        const filter = each.filter && `filter: { ${each.filter} },`;
        const parts = await partsOf(path, `${filter} orderBy: ${each.order}`, size, isForward, whole.length);
        expect((isForward ? parts : parts.toReversed()).flat()).toEqual(whole);
        expect(parts.slice(0, -1).filter((part) => part.length !== size)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

/** Returns the ids of the whole list, in order. */
async function wholeOf(rows: string, order: string): Promise<string[]> {
  const [, key, direction] = /^(.*)_(ASC|DESC)$/.exec(order)!;
  const collation = key === 'NAME' ? 'COLLATE "und-x-icu"' : '';
  const first = key === 'CREATED' ? '' : `${key!.toLowerCase()} ${collation} ${direction},`;
  const sql = `SELECT id FROM ${filled(rows)} AND account_id = ${account.id} ORDER BY ${first} id ${direction}`;
  const found = await service.database.pool.query<{ id: string }>(sql);
  return found.rows.map(({ id }) => id);
}

/** Follows the cursors from one end of the list to the other, and returns the ids in each part. */
async function partsOf(path: string, args: string, size: number, isForward: boolean, length: number) {
  const window = isForward ? `first: ${size}, after: $cursor` : `last: ${size}, before: $cursor`;
  const selection = `(${args}, ${window}) {
    nodes { id } edges { cursor node { id } } totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }`;
  const query = `query ($cursor: String) ${filled(path).replace('LIST', selection)}`;
  const parts: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const { nodes, edges, pageInfo, totalCount } = listIn(await ask(account, query, { cursor }));
    expect(totalCount).toBe(length);
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]!.cursor, edges.at(-1)!.cursor]);
    // A message's public id is its webhook-id; the cursor contains the id of its row.
    parts.push(edges.map((edge) => JSON.parse(Buffer.from(edge.cursor, 'base64url').toString())[2]));
    const [hasMore, cameFrom] = isForward
      ? [pageInfo.hasNextPage, pageInfo.hasPreviousPage]
      : [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    expect(cameFrom).toBe(cursor !== null);
    if (!hasMore) return parts;
    cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
  }
}

interface Answered {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  totalCount: number;
}

function listIn(data: object): Answered {
  return 'totalCount' in data ? (data as Answered) : listIn(Object.values(data)[0]);
}

function filled(text: string): string {
  return text.replace(/:[a-z]+\b/, (name) => own[name] ?? name);
}

async function oneOf(table: string, column = 'id'): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `SELECT ${column} AS id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT 1`,
    [account.id],
  );
  return rows[0]!.id;
}

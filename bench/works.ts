import { LIST, ONE } from './limit/graphql-queries.ts';
import { type Data, LINES, supermarketOf } from './data.ts';

/** One request, in the format of both autocannon and fetch. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** One kind of request, over many records and all accounts. */
export interface Work {
  /** The name, for --only. */
  name: string;
  title: string;
  /** The expected status. */
  status: number;
  /** Returns request number `turn`. */
  request(turn: number, data: Data): Request;
}

const SEARCHES = ['bread', 'olive', 'fine tea', 'pepper', 'Golden Ri'];
const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'];

/** In the order in which they run: writes come last, so that every read finds the same data. */
export const works: Work[] = [
  {
    name: 'delivery',
    title: 'GET /deliveries/{id}',
    status: 200,
    request: (turn, data) => get(turn, data, `/deliveries/${deliveryOf(turn, data)}`),
  },
  {
    name: 'deliveries',
    title: 'GET /deliveries?per_page=20',
    status: 200,
    request: (turn, data) => get(turn, data, '/deliveries?per_page=20'),
  },
  {
    name: 'deliveries-by-status',
    title: 'GET /deliveries?per_page=20&status=…',
    status: 200,
    request: (turn, data) =>
      get(turn, data, `/deliveries?per_page=20&status=${STATUSES[turn % STATUSES.length]}`),
  },
  {
    name: 'products',
    title: 'GET /products?per_page=20',
    status: 200,
    request: (turn, data) => get(turn, data, '/products?per_page=20'),
  },
  {
    name: 'products-by-search',
    title: 'GET /products?per_page=20&search=…',
    status: 200,
    request: (turn, data) =>
      get(
        turn,
        data,
        `/products?per_page=20&search=${encodeURIComponent(SEARCHES[turn % SEARCHES.length]!)}`,
      ),
  },
  {
    name: 'deliveries-by-date',
    title: 'GET /deliveries?per_page=20&date_from=…&date_to=…',
    status: 200,
    request: (turn, data) => {
      const [from, to] = [dateIn(1 + (turn % 20)), dateIn(10 + (turn % 20))];
      return get(turn, data, `/deliveries?per_page=20&date_from=${from}&date_to=${to}`);
    },
  },
  {
    name: 'graphql-one',
    title: 'GraphQL, a delivery and its relations',
    status: 200,
    request: (turn, data) => graphql(turn, data, ONE, { id: String(deliveryOf(turn, data)) }),
  },
  {
    name: 'graphql-list',
    title: 'GraphQL, 20 deliveries and their products',
    status: 200,
    request: (turn, data) => graphql(turn, data, LIST),
  },
  {
    name: 'unauthorized',
    title: '401, a forged key',
    status: 401,
    request: (turn, data) => withKey(`${keyOf(turn, data).slice(0, -6)}000000`, '/deliveries'),
  },
  {
    name: 'not-found',
    title: '404, no such delivery',
    status: 404,
    request: (turn, data) => get(turn, data, `/deliveries/${9_000_000_000 + turn}`),
  },
  {
    name: 'rate-limited',
    title: '429, the hourly limit is exceeded',
    status: 429,
    request: (turn, data) => withKey(data.spentKey, `/deliveries/${deliveryOf(turn, data)}`),
  },
  {
    name: 'create-delivery',
    title: 'POST /deliveries, 5 products',
    status: 201,
    request: (turn, data) => ({
      ...withKey(keyOf(turn, data), '/deliveries'),
      method: 'POST',
      body: JSON.stringify(newDelivery(turn, data)),
    }),
  },
];

function graphql(turn: number, data: Data, query: string, variables = {}): Request {
  return {
    ...withKey(keyOf(turn, data), ''),
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables }),
  };
}

/** Returns the date in a number of days, YYYY-MM-DD. */
function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function get(turn: number, data: Data, path: string): Request {
  return withKey(keyOf(turn, data), path);
}

function withKey(key: string, path: string): Request {
  return {
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  };
}

/** Returns the account of this turn, counted from 1. */
function accountOf(turn: number, { accounts }: Data): number {
  return (turn % accounts) + 1;
}

function keyOf(turn: number, data: Data): string {
  return data.keys[accountOf(turn, data) - 1]!;
}

/** Returns one of that account's deliveries; the prime spreads consecutive turns over the table. */
function deliveryOf(turn: number, data: Data): number {
  const own = data.deliveries / data.accounts;
  return accountOf(turn, data) + data.accounts * ((Math.floor(turn / data.accounts) * 7_919) % own);
}

function newDelivery(turn: number, data: Data) {
  const account = accountOf(turn, data);
  const { supermarket, branch } = supermarketOf(account, turn, data);
  return {
    supermarket_id: supermarket,
    subchain_id: branch,
    delivery_date: dateIn(7),
    notes: 'Ring twice',
    products: Array.from({ length: LINES }, (_, line) => ({
      product_id: account + data.accounts * ((turn * 31 + line * 7) % data.productsPerAccount),
      quantity: (turn % 40) + line + 1,
    })),
  };
}

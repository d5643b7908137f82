import { LIST, ONE } from './baseline/graphql.ts';
import * as peer from './peers/queries.ts';
import { type Account, type Data, LINES } from './data.ts';

/** A request, in the format of both autocannon and fetch. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A kind of request, over many records and all accounts. */
export interface Workload {
  /** The name, for --only. */
  name: string;
  title: string;
  /** The expected status. */
  status: number;
  /** Returns request number `turn`. */
  request(turn: number, data: Data): Request;
  /** Returns the request as PostGraphile understands it; undefined if PostGraphile does not offer it. */
  peerRequest?: Workload['request'];
}

const SEARCHES = ['bread', 'olive', 'green tea', 'pepper', 'Golden ri'];
const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'];
const LISTED = '/deliveries?per_page=20';
const SEARCHED = '/products?per_page=20';

/** The workloads, in the order of execution: writes come last, so that all reads find the same data. */
export const WORKLOADS: Workload[] = [
  reading('delivery', 'GET /deliveries/{id}', (turn, own) => `/deliveries/${deliveryOf(turn, own)}`),
  reading('deliveries', `GET ${LISTED}`, () => LISTED),
  reading(
    'deliveries-by-status',
    `GET ${LISTED}&status=`,
    (turn) => `${LISTED}&status=${STATUSES[turn % 4]}`,
  ),
  reading('products-by-search', `GET ${SEARCHED}&search=`, (turn) => {
    return `${SEARCHED}&search=${encodeURIComponent(SEARCHES[turn % SEARCHES.length]!)}`;
  }),
  reading('products', `GET ${SEARCHED}`, () => SEARCHED),
  reading('deliveries-by-date', `GET ${LISTED}&date_from=&date_to=`, (turn) => {
    return `${LISTED}&date_from=${dateIn(-130 - (turn % 20))}&date_to=${dateIn(-10 - (turn % 20))}`;
  }),
  {
    ...posting('graphql-one', 'GraphQL, a delivery and its relations', '/graphql', (turn, own) => {
      return { query: ONE, variables: { id: String(deliveryOf(turn, own)) } };
    }),
    peerRequest: bodies('/graphql', (turn, own) => {
      return { query: peer.ONE, variables: { account: own.id, id: String(deliveryOf(turn, own)) } };
    }),
  },
  {
    ...posting('graphql-list', 'GraphQL, 20 deliveries and their products', '/graphql', () => ({
      query: LIST,
    })),
    peerRequest: bodies('/graphql', (_turn, own) => ({ query: peer.LIST, variables: { account: own.id } })),
  },
  {
    name: 'unauthorized',
    title: '401, a forged key',
    status: 401,
    request: (turn, data) => get(`${accountOf(turn, data).key.slice(0, -6)}000000`, '/deliveries'),
  },
  {
    ...reading('not-found', '404, no such delivery', (turn) => `/deliveries/${9_000_000_000 + turn}`),
    status: 404,
  },
  {
    name: 'rate-limited',
    title: '429, the hourly limit is exceeded',
    status: 429,
    request: (turn, { spentKey }) => get(spentKey, `/deliveries/${turn + 1}`),
  },
  {
    ...posting('create-delivery', 'POST /deliveries, 5 products', '/api/v1/deliveries', newDelivery),
    status: 201,
  },
];

function reading(name: string, title: string, pathOf: (turn: number, own: Account) => string): Workload {
  const request = (turn: number, data: Data) => {
    const own = accountOf(turn, data);
    return get(own.key, pathOf(turn, own));
  };
  return { name, title, status: 200, request };
}

function posting(name: string, title: string, path: string, bodyOf: BodyOf): Workload {
  return { name, title, status: 200, request: bodies(path, bodyOf) };
}

type BodyOf = (turn: number, own: Account) => object;

function bodies(path: string, bodyOf: BodyOf): Workload['request'] {
  return (turn, data) => {
    const own = accountOf(turn, data);
    return { ...get(own.key, ''), method: 'POST', path, body: JSON.stringify(bodyOf(turn, own)) };
  };
}

function get(key: string, path: string): Request {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return { method: 'GET', path: `/api/v1${path}`, headers };
}

function accountOf(turn: number, { accounts }: Data): Account {
  return accounts[turn % accounts.length]!;
}

/** Returns one of an account's deliveries; the prime spreads consecutive turns over the table. */
function deliveryOf(turn: number, { deliveries }: Account): number {
  return deliveries[(turn * 7_919) % deliveries.length]!;
}

function newDelivery(turn: number, { branches, products }: Account) {
  const { supermarket, branch } = branches[turn % branches.length]!;
  return {
    supermarket_id: supermarket,
    subchain_id: branch,
    delivery_date: dateIn(7),
    notes: 'Ring twice',
    products: Array.from({ length: LINES }, (_, line) => ({
      product_id: products[(turn * 31 + line * 7) % products.length]!,
      quantity: (turn % 40) + line + 1,
    })),
  };
}

/** Returns the date in a number of days, YYYY-MM-DD. */
function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

import { pathForMessage } from '../http/response/no-route.ts';
import { BASE_PATH } from './base-path.ts';
import type { Route } from './route.ts';

const MAX_EDITS = 2;
/** The maximum length of a segment: longer ones are no typing errors, and comparing them would take long. */
const MAX_SEGMENT = 40;

/** The hints to the right endpoint for clients that use a method which the path does not have. */
export const METHOD_HINTS: Record<string, string> = {
  '/products/:product_id': 'To archive a product, use POST /products/{id}/archive',
  '/standing-orders/:standing_order_id': 'To end a standing order, use POST /standing-orders/{id}/end',
  '/supermarkets/:supermarket_id': 'To archive its branches, use POST /supermarkets/{id}/archive',
  '/supermarkets/:supermarket_id/branches/:branch_id':
    'To archive a branch, use POST /supermarkets/{id}/branches/{branch_id}/archive',
};

const OF_BRANCHES =
  'Branches belong to a supermarket: GET /api/v1/supermarkets/{id}, POST /api/v1/supermarkets/{id}/branches';
const OF_SETTINGS = 'It is managed on the web page at /settings, and over GraphQL with a session';

const OF_KEYS = `A key rotates itself by POST /api/v1/api-keys/self/rotate. ${OF_SETTINGS}`;

/** The hints to the right endpoint for clients that use another noun. */
const NOUN_HINTS: Record<string, string> = {
  branches: OF_BRANCHES,
  branch: OF_BRANCHES,
  subchains: OF_BRANCHES,
  stores: 'Stores are supermarkets and their branches: GET /api/v1/supermarkets',
  customers: 'Customers are supermarkets: GET /api/v1/supermarkets',
  orders: 'Orders are deliveries: /api/v1/deliveries. Those that repeat are /api/v1/standing-orders',
  subscriptions: 'Orders that repeat are /api/v1/standing-orders, subscriptions to events /api/v1/webhooks',
  events: 'Events are sent to webhooks, /api/v1/webhooks, and streamed by GraphQL, /graphql',
  graphql: 'GraphQL is at /graphql',
  mcp: 'The Model Context Protocol is at /mcp',
  export: 'Exports are at /export/NAME.csv',
  import: 'Imports are at /import/KIND',
  keys: OF_KEYS,
  'api-keys': OF_KEYS,
  account: OF_SETTINGS,
  people: OF_SETTINGS,
};

/** Returns a hint at the endpoint that a path without a route is meant for. */
export function pathHint(path: string, paths: readonly string[]): string | undefined {
  return NOUN_HINTS[path.split('/')[1]!.toLowerCase()] ?? meantBy(path, paths);
}

/**
 * Returns a hint at the endpoint that a path outside of the base path is meant for, if it lacks the prefix.
 */
export function prefixHint(routes: readonly Route[], path: string): string | undefined {
  return meantBy(path, [...new Set(routes.map((route) => route.path))]);
}

function meantBy(path: string, paths: readonly string[]): string | undefined {
  const near = nearestPath(path, paths);
  return near && `Did you mean ${pathForMessage({ originalUrl: BASE_PATH + near })}?`;
}

/**
 * Returns the path of a route that `path` is probably meant to be, with its ids; undefined if none is
 * similar.
 */
function nearestPath(path: string, routes: readonly string[]): string | undefined {
  const given = segmentsOf(path);
  if (given.some((segment) => segment.length > MAX_SEGMENT)) return undefined;
  let nearest: { path: string; edits: number } | undefined;
  for (const route of routes) {
    const expected = segmentsOf(route);
    if (expected.length !== given.length) continue;
    const edits = expected.map((segment, at) =>
      isId(segment) ? 0 : editsBetween(segment, given[at]!.toLowerCase()),
    );
    if (Math.max(...edits) > MAX_EDITS) continue;
    const sum = edits.reduce((total, count) => total + count, 0);
    const meant = expected.map((segment, at) => (isId(segment) ? given[at]! : segment));
    if (!nearest || sum < nearest.edits) nearest = { path: `/${meant.join('/')}`, edits: sum };
  }
  return nearest?.path;
}

function isId(segment: string): boolean {
  return segment.startsWith(':');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Returns the Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let at = 1; at <= other.length; at++) {
      const replaced = row[at - 1]! + Number(letter !== other[at - 1]);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

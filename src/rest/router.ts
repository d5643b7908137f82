import { type Request, type RequestHandler, Router } from 'express';
import { contextOf, requireCallerScope } from '../http/admission/admission.ts';
import { type Exchange, nameRoute } from '../http/response/exchange.ts';
import { noRoute, refuseMethod, pathForMessage } from '../http/response/no-route.ts';
import { hasTag, tagOf } from '../http/response/tag.ts';
import type { InTime } from '../http/server/deadline.ts';
import type { Context } from '../schema/core/context.ts';
import { type KeptResponse, once } from '../schema/core/idempotency/once.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { parseBody, readBody } from '../http/server/body.ts';
import { BASE_PATH } from './base-path.ts';
import { changeIfMatch, isTagged } from './conditional.ts';
import { success } from './envelope.ts';
import { idempotencyKeyOf, replayHeaders } from '../http/admission/idempotency-key.ts';
import { nearestPath } from './nearest-path.ts';
import { linksOf, type Pagination } from './pagination.ts';
import { parseQuery } from '../http/server/query-parameters.ts';
import type { Route } from './route.ts';
import type { Run } from './run.ts';

export interface RouterOptions {
  run: Run;
  inTime: InTime;
  /** Returns the public URL of the service, for links. */
  publicUrl: () => string;
}

/** The hints to the right endpoint for clients that use a method which the path does not have. */
const ELSEWHERE: Record<string, string> = {
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

/** Creates the Express router of a route table. Errors are left to the error handler. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    for (const route of here) {
      const steps = [
        nameRoute(path),
        ...(route.scope ? [requireCallerScope(route.scope)] : []),
        ...(route.body ? [readBody] : []),
      ];
      const reader = here.find(({ method }) => method === 'get');
      router[route.method](path, ...steps, handle(route, reader, options));
    }
    router.all(path, nameRoute(path), refuseWrongMethods(here, ELSEWHERE[path]));
  }
  const paths = [...new Set(routes.map(({ path }) => path))];
  router.use((request) => {
    const help = NOUN_HINTS[request.path.split('/')[1]!.toLowerCase()];
    throw noRoute(
      request,
      help ?? meantBy(request.path, paths) ?? `All endpoints: ${options.publicUrl()}/docs`,
    );
  });
  return router;
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

/** A response, with the pagination of a list. */
interface Answer extends KeptResponse {
  pagination?: Pagination | undefined;
}

function handle(
  route: Route,
  reader: Route | undefined,
  { run, inTime, publicUrl }: RouterOptions,
): RequestHandler {
  return async (request, response) => {
    const { exchange, method, path } = request;
    const parameters = parseQuery(request.url);
    const body = route.body ? parseBody(request, route.isBodyOptional) : undefined;
    const key = route.method === 'post' ? idempotencyKeyOf(request) : undefined;
    const asked = {
      ids: Object.values(request.params) as [string, string],
      query: valid(route.query, parameters, 'query parameter') as object,
      body,
    };
    const condition = request.headers['if-match'];

    const work = async (context: Context) =>
      condition === undefined
        ? route.accept(asked, context)(run, context)
        : changeIfMatch(condition, route, reader, asked, run, context);
    const answer = async (context: Context): Promise<Answer> => {
      const payload = await inTime(exchange, work(context));
      const { pagination } = payload;
      return { status: route.status, body: await success(payload), replayed: false, pagination };
    };
    const context = contextOf(request);
    const identity = (key: string) => ({
      key,
      parts: [method, path, [parameters, body]],
      holdsSecret: route.holdsSecret,
    });
    const kept =
      key === undefined
        ? await answer(context)
        : await inTime<Answer>(exchange, once(context, identity(key), answer));
    response.set(replayHeaders(kept));
    const links = kept.pagination && linksTo(request, parameters, kept.pagination, publicUrl());
    if (links) response.set('Link', links);
    if (route.status === 201) response.set('Location', locationOf(request, route, kept, publicUrl()));
    return sendBody(exchange, route, kept.body);
  };
}

function sendBody(exchange: Exchange, route: Route, body: string): Promise<void> | void {
  const isRead = route.method === 'get';
  const headers = { ...(isRead && { 'Cache-Control': 'private, no-cache' }) };
  if (!isTagged(route)) return exchange.respond(route.status, body, headers);
  const tag = tagOf(body);
  if (!isRead || !hasTag(exchange.request, tag))
    return exchange.respond(route.status, body, { ...headers, ETag: tag });
  exchange.response.vary('Accept-Encoding');
  return exchange.respondEmpty(304, { ...headers, ETag: tag });
}

/** @param query the valid query, in which no parameter is repeated */
function linksTo(request: Request, query: object, pagination: Pagination, publicUrl: string): string {
  const address = publicUrl + request.baseUrl + request.path;
  return linksOf(address, query as Record<string, string>, pagination);
}

/** Returns the URL of a created record. */
function locationOf(request: Request, { createdUnder }: Route, { body }: Answer, publicUrl: string): string {
  const path = request.baseUrl + (createdUnder ?? request.path.replace(/\/$/, ''));
  const { data } = JSON.parse(body) as { data: { id: number } };
  return `${publicUrl}${path}/${data.id}`;
}

function refuseWrongMethods(routes: Route[], help: string | undefined): RequestHandler {
  const methods = routes.map((route) => route.method.toUpperCase());
  const allowed = [...new Set(methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))];
  return ({ exchange }) => refuseMethod(exchange, allowed, help);
}

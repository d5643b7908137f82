import { createHash } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { contextOf, requireScope } from '../http/admission.ts';
import { addHeaders, addVary, respond, respondEmpty } from '../http/respond.ts';
import { nameRoute } from '../http/name-route.ts';
import { noRoute, refuseMethod, shownPath } from '../http/no-route.ts';
import { hasTag, tagOf } from '../http/tag.ts';
import type { Watch } from '../database/watch.ts';
import { once } from '../schema/idempotency/once.ts';
import { parseBody, readBody } from '../http/body.ts';
import { handleConditionally, isTagged } from './conditional.ts';
import { success } from './envelope.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { nearestPath } from './nearest-path.ts';
import { linksOf } from './pagination.ts';
import { parseQuery, searchOf } from './query.ts';
import type { Payload, Route } from './route.ts';
import type { Run } from './run.ts';

export interface RouterOptions {
  run: Run;
  watch: Watch;
  /** Returns the public URL of the service, for links. */
  publicUrl: () => string;
}

/** What clients look for on a path that only GraphQL offers. */
const BEYOND_REST: Record<string, string> = {
  '/products/:product_id': 'To archive a product, use archiveProduct over GraphQL',
  '/supermarkets/:supermarket_id':
    'To change a supermarket, use updateSupermarket, addBranch and updateBranch over GraphQL',
};

/** Creates the Express router of a route table. Errors are left to the error handler. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    for (const route of here) {
      const steps = [nameRoute(path), requireScope(route.scope), ...(route.body ? [readBody] : [])];
      const reader = here.find(({ method }) => method === 'get');
      router[route.method](path, ...steps, handle(route, reader, options));
    }
    router.all(path, nameRoute(path), refuseOtherMethods(here, BEYOND_REST[path]));
  }
  const paths = [...new Set(routes.map(({ path }) => path))];
  router.use((request) => {
    const near = nearestPath(request.path, paths);
    const meant = near && shownPath({ originalUrl: request.baseUrl + near });
    throw noRoute(request, meant ? `Did you mean ${meant}?` : `All endpoints: ${options.publicUrl()}/docs`);
  });
  return router;
}

function handle(
  route: Route,
  reader: Route | undefined,
  { run, watch, publicUrl }: RouterOptions,
): RequestHandler {
  return async (request, response) => {
    const context = contextOf(response);
    const raw = {
      ids: Object.values(request.params) as [string, string],
      query: parseQuery(request.url),
      body: route.body ? parseBody(request, route.isBodyOptional) : undefined,
    };
    const key = route.method === 'post' ? idempotencyKeyOf(request) : undefined;
    if (key === undefined) {
      const payload = await watch(handleConditionally(route, reader, request, raw, run, context));
      if (payload.pagination) addLinks(request, response, payload, publicUrl());
      if (route.status === 201) addLocation(request, response, payload, publicUrl());
      return send(request, response, route, await success(payload), isTagged(route));
    }
    const kept = await watch(
      once(context, key, fingerprintOf(request, raw.body), async (inside) => ({
        status: route.status,
        holdsSecret: route.holdsSecret,
        body: await success(await handleConditionally(route, reader, request, raw, run, inside)),
      })),
    );
    if (kept.replayed) addHeaders(response, ['Idempotent-Replayed', 'true']);
    if (route.status === 201) addLocation(request, response, JSON.parse(kept.body), publicUrl());
    return send(request, response, route, kept.body, isTagged(route));
  };
}

function send(
  request: Request,
  response: Response,
  route: Route,
  body: string,
  hasOwnTag: boolean,
): Promise<void> | void {
  const isRead = route.method === 'get';
  const headers = isRead ? ['Cache-Control', 'private, no-cache'] : [];
  if (!hasOwnTag) return respond(response, route.status, body, headers);
  const tag = tagOf(body);
  headers.push('ETag', tag);
  if (isRead && hasTag(request, tag)) {
    addVary(response);
    return respondEmpty(response, 304, headers);
  }
  return respond(response, route.status, body, headers);
}

function addLinks(request: Request, response: Response, { pagination }: Payload, publicUrl: string): void {
  const address = publicUrl + request.baseUrl + request.path;
  addHeaders(response, ['Link', linksOf(address, searchOf(request.url), pagination!)]);
}

/** Adds the URL of a created record. */
function addLocation(request: Request, response: Response, { data }: Payload, publicUrl: string): void {
  const path = request.baseUrl + request.path.replace(/\/$/, '');
  addHeaders(response, ['Location', `${publicUrl}${path}/${(data as { id: number }).id}`]);
}

/** Returns the hash that distinguishes requests with the same Idempotency-Key. */
function fingerprintOf(request: Request, body: unknown): Buffer {
  const parts = [request.method, request.path, JSON.stringify(body) ?? ''];
  return createHash('sha256').update(parts.join('\n')).digest();
}

function refuseOtherMethods(routes: Route[], help: string | undefined): RequestHandler {
  const methods = routes.map((route) => route.method.toUpperCase());
  const allowed = [...new Set(methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))];
  return (request, response) => refuseMethod(request, response, allowed, help);
}

import { type Request, type RequestHandler, Router } from 'express';
import { contextOf, requireCallerScope } from '../http/admission/admission.ts';
import { type Exchange, nameRoute } from '../http/response/exchange.ts';
import { noRoute, refuseMethod } from '../http/response/no-route.ts';
import { hasTag, tagOf } from '../http/response/tag.ts';
import type { InTime } from '../http/server/deadline.ts';
import type { Context } from '../schema/core/context.ts';
import { type KeptResponse, once } from '../schema/core/idempotency/once.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { parseBody, readBody } from '../http/server/body.ts';
import { changeIfMatch, isTagged } from './conditional.ts';
import { success } from './envelope.ts';
import { idempotencyKeyOf, replayHeaders } from '../http/admission/idempotency-key.ts';
import { METHOD_HINTS, pathHint } from './hints.ts';
import { linksOf, type Pagination } from './pagination.ts';
import { parseQuery } from '../http/server/query-parameters.ts';
import type { Route } from './route.ts';
import type { Run } from './run.ts';
import type { SuccessBody } from './shape.ts';

export interface RouterOptions {
  run: Run;
  inTime: InTime;
  /** Returns the public URL of the service, for links. */
  publicUrl: () => string;
}

/** Creates the Express router of a route table. Errors are left to the error handler. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    for (const route of here) {
      const steps = [
        // First, so that refusals count under the route.
        nameRoute(path),
        // Before the body, which nobody sends into memory without the scope for it.
        ...(route.scope ? [requireCallerScope(route.scope)] : []),
        ...(route.body ? [readBody] : []),
      ];
      const reader = here.find(({ method }) => method === 'get');
      router[route.method](path, ...steps, handle(route, reader, options));
    }
    router.all(path, nameRoute(path), refuseWrongMethods(here, METHOD_HINTS[path]));
  }
  const paths = [...new Set(routes.map(({ path }) => path))];
  router.use((request) => {
    throw noRoute(request, pathHint(request.path, paths) ?? `All endpoints: ${options.publicUrl()}/docs`);
  });
  return router;
}

/** A response, with the facts for its headers; a repeated one has only its body. */
interface Answer extends KeptResponse, Pick<Partial<SuccessBody>, 'data' | 'pagination'> {}

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
      return { status: route.status, body: await success(payload), replayed: false, ...payload };
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

/** Returns the URL of a created record. Only the body of a repeated response is known, so that is parsed. */
function locationOf(
  request: Request,
  { createdUnder }: Route,
  { body, data }: Answer,
  publicUrl: string,
): string {
  const path = request.baseUrl + (createdUnder ?? request.path.replace(/\/$/, ''));
  const { id } = (data ?? (JSON.parse(body) as SuccessBody).data) as { id: number };
  return `${publicUrl}${path}/${id}`;
}

function refuseWrongMethods(routes: Route[], help: string | undefined): RequestHandler {
  const methods = routes.map((route) => route.method.toUpperCase());
  const allowed = [...new Set(methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))];
  return ({ exchange }) => refuseMethod(exchange, allowed, help);
}

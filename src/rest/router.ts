import { createHash } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { contextOf, requireScope } from '../http/admission.ts';
import { addHeaders, addVary, answer, answerEmpty } from '../http/answer.ts';
import { nameRoute } from '../http/name-route.ts';
import { hasTag, tagOf } from '../http/tag.ts';
import type { Watch } from '../database/watch.ts';
import { fault, notFound } from '../schema/errors.ts';
import { once } from '../schema/idempotency/once.ts';
import { parseBody, readBody } from '../http/body.ts';
import { success } from './envelope.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { linksOf } from './pagination.ts';
import { parseQuery, searchOf } from './query.ts';
import type { Payload, Route } from './route.ts';
import type { Run } from './run.ts';

export const BASE_PATH = '/api/v1';

const NO_ENDPOINT = notFound('this endpoint');

export interface RouterOptions {
  run: Run;
  watch: Watch;
  /** Where the service is reached, for links. */
  publicUrl: () => string;
}

/** The Express router of a route table. What it throws is for the error handler. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    for (const route of here) {
      const steps = [nameRoute(path), requireScope(route.scope), ...(route.body ? [readBody] : [])];
      router[route.method](path, ...steps, handle(route, options));
    }
    router.all(path, nameRoute(path), refuseOtherMethods(here));
  }
  router.use(() => {
    throw NO_ENDPOINT;
  });
  return router;
}

function handle(route: Route, { run, watch, publicUrl }: RouterOptions): RequestHandler {
  return async (request, response) => {
    const context = contextOf(response);
    const raw = {
      ids: Object.values(request.params) as [string, string],
      query: parseQuery(request.url),
      body: route.body ? parseBody(request, route.isBodyOptional) : undefined,
    };
    const key = route.method === 'post' ? idempotencyKeyOf(request) : undefined;
    if (key === undefined) {
      const payload = await watch(route.answer(raw, run, context));
      if (payload.pagination) addLinks(request, response, payload, publicUrl());
      if (route.status === 201) addLocation(request, response, payload, publicUrl());
      return send(request, response, route, await success(payload), isRecord(route, payload));
    }
    const kept = await watch(
      once(context, key, fingerprintOf(request, raw.body), async (inside) => ({
        status: route.status,
        holdsSecret: route.holdsSecret,
        body: await success(await route.answer(raw, run, inside)),
      })),
    );
    if (kept.replayed) addHeaders(response, ['Idempotent-Replayed', 'true']);
    if (route.status === 201) addLocation(request, response, JSON.parse(kept.body), publicUrl());
    return send(request, response, route, kept.body);
  };
}

/** Whether the answer is one record, which a client may ask for again only if it changed. */
function isRecord({ method, path }: Route, { pagination }: Payload): boolean {
  return method === 'get' && path.includes(':') && !pagination;
}

function send(
  request: Request,
  response: Response,
  route: Route,
  body: string,
  isTagged = false,
): Promise<void> | void {
  if (!isTagged) return answer(response, route.status, body);
  const tag = tagOf(body);
  const headers = ['Cache-Control', 'private, no-cache', 'ETag', tag];
  if (hasTag(request, tag)) {
    addVary(response);
    return answerEmpty(response, 304, headers);
  }
  return answer(response, route.status, body, headers);
}

function addLinks(request: Request, response: Response, { pagination }: Payload, publicUrl: string): void {
  const address = publicUrl + request.baseUrl + request.path;
  addHeaders(response, ['Link', linksOf(address, searchOf(request.url), pagination!)]);
}

/** Where a created record is read. */
function addLocation(request: Request, response: Response, { data }: Payload, publicUrl: string): void {
  const path = request.baseUrl + request.path.replace(/\/$/, '');
  addHeaders(response, ['Location', `${publicUrl}${path}/${(data as { id: number }).id}`]);
}

/** Tells requests apart that share an Idempotency-Key. */
function fingerprintOf(request: Request, body: unknown): Buffer {
  const parts = [request.method, request.path, JSON.stringify(body) ?? ''];
  return createHash('sha256').update(parts.join('\n')).digest();
}

function refuseOtherMethods(routes: Route[]): RequestHandler {
  const methods = routes.map((route) => route.method.toUpperCase());
  const allow = [...new Set(methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))].join(
    ', ',
  );
  return (request, response) => {
    addHeaders(response, ['Allow', allow]);
    if (request.method === 'OPTIONS') return answerEmpty(response, 204);
    throw fault('method_not_allowed', `this endpoint takes ${allow}`);
  };
}

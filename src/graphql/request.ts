import type { Request, RequestHandler } from 'express';
import type { GraphQLParams } from 'graphql-yoga';
import { parseBody, readBody } from '../http/server/body.ts';
import { parseExactJson } from '../http/server/exact-json.ts';
import { queryParameters } from '../http/server/query-parameters.ts';
import { noRoute, refuseMethod } from '../http/response/no-route.ts';
import { fault } from '../schema/core/errors.ts';

const GRAPHQL_METHODS = ['GET', 'POST'];

/**
 * Middleware that accepts requests that can contain an operation, and refuses the others with the service's
 * own errors.
 */
export const takeRequest: RequestHandler[] = [checkGraphQLTarget, readBody, checkBody];

function checkGraphQLTarget(...[request, _response, next]: Parameters<RequestHandler>): void {
  if (request.path !== '/') throw noRoute(request, 'GraphQL is at /graphql');
  if (GRAPHQL_METHODS.includes(request.method)) return next();
  refuseMethod(request.exchange, GRAPHQL_METHODS);
}

function checkBody(...[request, _response, next]: Parameters<RequestHandler>): void {
  if (request.method === 'POST') {
    request.body = parseBody(request, false);
    if (!isPlainObject(request.body)) throw fault('invalid_request', 'The body must be one GraphQL request');
  }
  next();
}

/**
 * Returns the GraphQL parameters of a request.
 *
 * @throws SyntaxError when a JSON parameter of the URL is invalid
 * @throws AppError `validation_error` on a parameter that is not UTF-8, or has a number with too many digits
 */
export function paramsOf({ method, url, body }: Request): GraphQLParams {
  if (method === 'POST') return body as GraphQLParams;
  // The first of repeated parameters counts.
  const search = new Map([...queryParameters(url)].toReversed());
  const jsonIn = (name: string): never => parseExactJson(search.get(name) || 'null', name) as never;
  return {
    ...(search.has('query') && { query: search.get('query')! }),
    ...(search.get('operationName') && { operationName: search.get('operationName')! }),
    variables: jsonIn('variables'),
    extensions: jsonIn('extensions'),
  };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

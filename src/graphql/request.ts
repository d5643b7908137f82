import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { GraphQLParams } from 'graphql-yoga';
import { parseBody, readBody } from '../http/server/body.ts';
import { parseExactJson } from '../http/server/exact-json.ts';
import { queryParameters } from '../http/server/query-parameters.ts';
import { countFailure, errorHandler, graphqlFailure } from '../http/response/error-handler.ts';
import { type Exchange, nameRoute } from '../http/response/exchange.ts';
import { noRoute, refuseMethod } from '../http/response/no-route.ts';
import type { Logger } from '../log.ts';
import { fault } from '../schema/core/errors.ts';
import type { RequestCounter } from '../schema/insight/usage/request-counter.ts';
import { refusalTypeOf, varyByAccept } from './operation-request.ts';

const GRAPHQL_METHODS = ['GET', 'POST'];

interface GraphQLHandlersOptions {
  /** Serves an admitted request. */
  serve: (exchange: Exchange) => Promise<void>;
  /** Serves GraphiQL to browsers. */
  showPage: RequestHandler;
  /** Admits requests with an API key or a session. */
  admit: RequestHandler;
  log: Logger;
  requestCounter: RequestCounter;
}

/** Returns the handlers of `/graphql`, in the order in which requests pass them. */
export function graphqlHandlers(options: GraphQLHandlersOptions): (RequestHandler | ErrorRequestHandler)[] {
  const { serve, showPage, admit, log, requestCounter } = options;
  return [
    varyByAccept,
    // Before admission, because the page itself needs no key.
    showPage,
    admit,
    nameRoute('/graphql'),
    checkGraphQLTarget,
    readBody,
    checkBody,
    async ({ exchange }: Request) => {
      await serve(exchange);
      countFailure(exchange, requestCounter);
    },
    errorHandler(graphqlFailure, log, requestCounter, refusalTypeOf),
  ];
}

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

import type { RequestHandler } from 'express';
import { NO_ENDPOINT } from '../../schema/insight/usage/failure-counter.ts';
import type { Exchange } from './exchange.ts';

/** Returns middleware that records the route of a request for metrics and failure counts. */
export function nameRoute(path: string): RequestHandler {
  return ({ exchange }, _response, next) => {
    exchange.route = path;
    next();
  };
}

/**
 * Returns the endpoint of a request as the reference names it. The number of names is bounded by routes and
 * methods.
 */
export function endpointOf({ route, request: { method, baseUrl } }: Exchange): string {
  if (route === undefined) return NO_ENDPOINT;
  const path = route.startsWith(baseUrl) ? route : baseUrl + route;
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/**
 * Returns the endpoint of a request, and for GraphQL the root fields of its operation, such as `POST /graphql
 * { products }`.
 */
export function endpointWithFields(exchange: Exchange): string {
  const fields = exchange.operation?.fields;
  return endpointOf(exchange) + (fields ? ` { ${fields.join(' ')} }` : '');
}

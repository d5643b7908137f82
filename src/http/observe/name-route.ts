import type { RequestHandler } from 'express';

/** Returns middleware that records the route of a request for metrics and failure counts. */
export function nameRoute(path: string): RequestHandler {
  return ({ exchange }, _response, next) => {
    exchange.route = path;
    next();
  };
}

import type { RequestHandler } from 'express';

/** Tells the metrics and the counts of failures which route a request is for, whatever becomes of it. */
export function nameRoute(path: string): RequestHandler {
  return (_request, response, next) => {
    response.locals.route = path;
    next();
  };
}

import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { fault } from '../schema/core/errors.ts';
import { addressOf } from '../http/admission/admission.ts';

const WINDOW_MS = 60_000;
/** A page with everything it loads takes about twenty requests, and fewer once cached. */
const MAX_PAGE_REQUESTS = 3_000;
const MAX_SUBJECTS = 10_000;

/**
 * Returns middleware that limits requests for pages by address, in the memory of this process. Pages are
 * cheap, so the window is wide enough for an office behind one address. Anonymous API requests have their own
 * limit.
 */
export function countPages(maxRequests = MAX_PAGE_REQUESTS): RequestHandler {
  return countBy((request) => addressOf(request).address, maxRequests);
}

/** Returns middleware that limits the requests for each `:token` of the path, likewise. */
export function countTokens(maxRequests: number): RequestHandler {
  return countBy(({ params: { token } }) => String(token), maxRequests);
}

function countBy(subjectOf: (request: Request) => string, maxRequests: number): RequestHandler {
  const windows = new LRUCache<string, { count: number }>({ max: MAX_SUBJECTS, ttl: WINDOW_MS });
  const refusal = fault(
    'requests_per_minute',
    `The limit of ${maxRequests} requests for pages per minute is exceeded`,
    null,
    { max: maxRequests },
  );
  return (request, response, next) => {
    const subject = subjectOf(request);
    const window = windows.get(subject);
    if (!window) windows.set(subject, { count: 1 });
    else if (++window.count > maxRequests) {
      const leftMs = windows.getRemainingTTL(subject);
      response.set('Retry-After', String(Math.max(1, Math.ceil(leftMs / 1_000))));
      return next(refusal);
    }
    next();
  };
}

import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { fault } from '../schema/errors.ts';
import { addressOf } from '../http/admission/admission.ts';

const WINDOW_MS = 60_000;
/** A page with everything it loads takes about twenty requests, and fewer once cached. */
const MAX_REQUESTS = 3_000;
const MAX_ADDRESSES = 10_000;

const REFUSAL = fault(
  'rate_limited',
  `The limit of ${MAX_REQUESTS} requests for pages per minute is exceeded`,
);

/**
 * Returns middleware that limits requests for pages by address, in the memory of this process. Pages are cheap, so the
 * window is wide enough for an office behind one address. Anonymous API requests have their own limit.
 */
export function countPages(maxRequests = MAX_REQUESTS): RequestHandler {
  const windows = new LRUCache<string, { count: number }>({ max: MAX_ADDRESSES, ttl: WINDOW_MS });
  return (request, response, next) => {
    const { address } = addressOf(request);
    const window = windows.get(address);
    if (!window) windows.set(address, { count: 1 });
    else if (++window.count > maxRequests) {
      const leftMs = windows.getRemainingTTL(address);
      response.set('Retry-After', String(Math.max(1, Math.ceil(leftMs / 1_000))));
      return next(REFUSAL);
    }
    next();
  };
}

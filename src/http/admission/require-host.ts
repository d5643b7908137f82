import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { fault } from '../../schema/core/errors.ts';
import { addressOf } from './admission.ts';
import type { RememberingLimiter } from './known-usage.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** The characters of a host and port, including brackets of IPv6 addresses. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;
const REFUSAL = fault('invalid_host', 'A request needs exactly one valid Host header', 'Host');

/**
 * Returns middleware that refuses requests with a missing, ambiguous or malformed host (RFC 9112 §3.2),
 * without a query to the store.
 */
export function requireHost(limiter: RememberingLimiter): RequestHandler {
  return (request, response, next) => {
    if (hasHost(request)) return next();
    const usage = limiter.recall(`address:${addressOf(request).address}`);
    response.set({ Connection: 'close', ...rateLimitHeaders(usage) });
    next(REFUSAL);
  };
}

function hasHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  // `headers` contains only the first of several.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count++;
  }
  if (count === 0 && /* guard: missing-host */ httpVersion === '1.0') return true;
  return /* guard: one-host */ count === 1 && /* guard: host-form */ HOST.test(headers.host!);
}

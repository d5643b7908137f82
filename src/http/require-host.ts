import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { fault } from '../schema/errors.ts';
import { addressOf } from './admission.ts';
import { addHeaders } from './answer.ts';
import type { RememberingLimiter } from './known-usage.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** What a host and a port consist of, addresses in brackets among them. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;
const REFUSAL = fault('validation_error', 'a request needs exactly one valid Host header', 'Host');

/** Refuses requests whose host is missing, ambiguous or malformed (RFC 9112 §3.2), from memory. */
export function requireHost(limiter: RememberingLimiter): RequestHandler {
  return (request, response, next) => {
    if (hasHost(request)) return next();
    addHeaders(response, ['Connection', 'close']);
    addHeaders(response, rateLimitHeaders(limiter.recall(`address:${addressOf(request).address}`)));
    next(REFUSAL);
  };
}

function hasHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  // Node keeps the first of several in `headers`.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count++;
  }
  if (count === 0) return httpVersion === '1.0';
  return count === 1 && HOST.test(headers.host!);
}

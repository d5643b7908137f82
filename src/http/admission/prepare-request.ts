import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import cors from 'cors';
import type { RequestHandler } from 'express';
import { fault } from '../../schema/core/errors.ts';
import { addressOf, type RecallingLimiter, uncountedHeaders } from './admission.ts';

/** The characters of a host and port, including brackets of IPv6 addresses. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;
const INVALID_HOST = fault('invalid_host', 'A request needs exactly one valid Host header', 'Host');

const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
];

/**
 * Takes ports and brackets off the addresses in `X-Forwarded-For`, as Azure and some others write them.
 * Express returns entries as they are, so with a port in them all clients would count as one.
 */
export const bareForwardedFor: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string')
    headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ');
  next();
};

/**
 * Returns middleware that refuses requests with a missing, ambiguous or malformed host (RFC 9112 §3.2),
 * without a query to the store.
 */
export function requireHost(limiter: RecallingLimiter): RequestHandler {
  return (request, response, next) => {
    if (hasHost(request)) return next();
    response.set({ Connection: 'close', ...uncountedHeaders(limiter, addressOf(request).address) });
    next(INVALID_HOST);
  };
}

/**
 * Returns the middleware that lets browsers of these origins call with an API key, never with cookies. A
 * preflight needs no key, does not count and ends here; other OPTIONS requests are admitted and routed.
 */
export function allowOrigins(origins: string[], limiter: RecallingLimiter): RequestHandler[] {
  const allow = cors({
    origin: origins.includes('*') ? '*' : /* guard: allowed-origins */ origins,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    preflightContinue: true,
  });
  return [
    allow,
    (request, _response, next) => {
      const isPreflight =
        request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
      if (!isPreflight) return next();
      request.exchange.respondEmpty(204, uncountedHeaders(limiter, addressOf(request).address));
    },
  ];
}

/**
 * Converts `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]` to the address; returns others unchanged.
 */
function bareAddress(entry: string): string {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  // guard: bracketed-address
  if (bracketed !== undefined) return bracketed;
  const [, address = ''] = /^([\d.]+):\d+$/.exec(text) ?? [];
  return isIPv4(address) ? /* guard: address-without-port */ address : text;
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

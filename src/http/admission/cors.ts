import cors from 'cors';
import type { RequestHandler } from 'express';
import { addressOf } from './admission.ts';
import type { RememberingLimiter } from './known-usage.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

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
 * Returns the middleware that lets browsers of these origins call with an API key, never with cookies. A
 * preflight needs no key, does not count and ends here; other OPTIONS requests are admitted and routed.
 */
export function allowOrigins(origins: string[], limiter: RememberingLimiter): RequestHandler[] {
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
      const usage = limiter.recall(`address:${addressOf(request).address}`);
      request.exchange.respondEmpty(204, rateLimitHeaders(usage));
    },
  ];
}

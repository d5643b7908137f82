import cors from 'cors';

const EXPOSED = [
  'Allow',
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
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
];

/** Lets browsers of these origins call with an API key, never with cookies. */
export function allowOrigins(origins: string[]) {
  return cors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    // Only a preflight ends here: a plain OPTIONS request goes on to be admitted and routed.
    preflightContinue: true,
  });
}

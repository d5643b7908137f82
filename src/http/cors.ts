import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { Headers } from './respond.ts';
import { headersOf } from './headers-of.ts';

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
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
];

/**
 * Returns the CORS headers that let browsers of these origins call with an API key, never with cookies. If all origins
 * are allowed, the headers are the same for every request except preflights.
 */
export function allowOrigins(origins: string[]): (request: IncomingMessage) => Headers {
  const isOpen = origins.includes('*');
  const allow = cors({
    origin: isOpen ? '*' : origins,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    // Only preflights end here: other OPTIONS requests are admitted and routed.
    preflightContinue: true,
  });
  const plain = headersOf(allow, new IncomingMessage(new Socket()));
  return (request) => (isOpen && request.method !== 'OPTIONS' ? plain : headersOf(allow, request));
}

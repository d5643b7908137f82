import { KEY_PATTERN } from '../rest/idempotency-key.ts';
import type { Json } from './schemas.ts';

/** The response headers, by name. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': always(
    'string',
    'The id of the request: yours, or one that the service assigned',
    '7a0f8e62-5d5f-4a57-9a0c-6f1a4a2f6f11',
  ),
  'X-RateLimit-Limit': always('integer', 'Requests the account may make per hour', 1000),
  'X-RateLimit-Remaining': always('integer', 'Requests left in this hour', 987),
  'X-RateLimit-Reset': always(
    'integer',
    'When the window ends, in seconds since 1970 UTC: that of the hour, or of the exceeded limit',
    1_764_579_600,
  ),
  RateLimit: always(
    'string',
    'The rest of both windows, as in the IETF draft',
    '"hour";r=987;t=1740, "burst";r=59;t=42',
  ),
  'RateLimit-Policy': always('string', 'Both windows of the plan', '"hour";q=1000;w=3600, "burst";q=60;w=60'),
  'Retry-After': always('integer', 'Seconds to wait before you retry', 42),
  'WWW-Authenticate': always('string', 'How to authenticate', 'Bearer'),
  ETag: always(
    'string',
    'The version of the record, for `If-None-Match` and `If-Match`',
    'W/"1f4-9Yk3l2mZq0x"',
  ),
  'Cache-Control': always('string', 'Revalidate stored copies before use', 'private, no-cache'),
  Location: always(
    'string',
    'The URL of the created record',
    'https://api.example.com/api/v1/deliveries/4711',
  ),
  Link: sometimes(
    'string',
    'The URLs of the first, previous, next and last page (RFC 8288)',
    '<https://api.example.com/api/v1/deliveries?page=2&per_page=20>; rel="next"',
  ),
  'Idempotent-Replayed': sometimes(
    'string',
    '`true` when this is the stored response to an earlier request',
    'true',
  ),
};

/** The headers of every response. */
export const COMMON_HEADERS = Object.keys(HEADERS).slice(0, 6);

/**
 * The request and callback headers, by their component names. Those of requests have no examples, because tools would
 * send them.
 */
export const HEADER_PARAMETERS: Record<string, Json> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for the request, made of letters, digits and `.:~+=@/_-`. It is logged and returned, so that both sides can find the request.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID that makes retries safe: for 24 hours, requests with the same key and body return the first response, and nothing is done twice.',
    schema: { type: 'string', pattern: KEY_PATTERN },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your copy: the response is 304 while the record is unchanged.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the record you are about to change: the response is 412 `precondition_failed` if it has changed since.',
    schema: { type: 'string' },
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the message, the same in all attempts.',
    schema: { type: 'string' },
    example: 'msg_2b7f6a0e9c5d4e1f8a3b6c7d9e0f1a2b',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, in seconds since 1970 UTC.',
    schema: { type: 'integer' },
    example: 1_764_576_720,
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'By Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several are separated by spaces.',
    schema: { type: 'string' },
    example: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
};

/** The headers of callbacks. */
export const CALLBACK_PARAMETERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];

/** Returns references to headers by name, for a response. */
export function refersTo(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function always(type: 'string' | 'integer', description: string, example: string | number): Json {
  return { required: true, ...sometimes(type, description, example) };
}

function sometimes(type: 'string' | 'integer', description: string, example: string | number): Json {
  return { description, schema: { type }, example };
}

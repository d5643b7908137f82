import { KEY_PATTERN } from '../rest/idempotency-key.ts';
import type { Json } from './schemas.ts';

/** The headers answers carry, by their names. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': always(
    'string',
    "The request's own id, or one we gave it",
    '7a0f8e62-5d5f-4a57-9a0c-6f1a4a2f6f11',
  ),
  'X-RateLimit-Limit': always('integer', 'Requests the account may make per hour', 1000),
  'X-RateLimit-Remaining': always('integer', 'Requests left in this hour', 987),
  'X-RateLimit-Reset': always(
    'integer',
    'When the window ends, in seconds since 1970 UTC: that of the hour, or the one that refused',
    1_764_579_600,
  ),
  RateLimit: always(
    'string',
    "What is left of both windows, by the IETF's draft",
    '"hour";r=987;t=1740, "burst";r=59;t=42',
  ),
  'RateLimit-Policy': always('string', 'Both windows of the plan', '"hour";q=1000;w=3600, "burst";q=60;w=60'),
  'Retry-After': always('integer', 'Seconds to wait before the next try', 42),
  'WWW-Authenticate': always('string', 'How to authenticate', 'Bearer'),
  ETag: always(
    'string',
    'Of this state of the record, for `If-None-Match` and `If-Match`',
    'W/"1f4-9Yk3l2mZq0x"',
  ),
  'Cache-Control': always('string', 'Ask again before using a stored copy', 'private, no-cache'),
  Location: always(
    'string',
    'Where the created record is read',
    'https://api.example.com/api/v1/deliveries/4711',
  ),
  Link: sometimes(
    'string',
    'Of a page: where the first, previous, next and last ones are (RFC 8288)',
    '<https://api.example.com/api/v1/deliveries?page=2&per_page=20>; rel="next"',
  ),
  'Idempotent-Replayed': sometimes(
    'string',
    '`true` when this is the stored answer to an earlier request',
    'true',
  ),
};

/** What every answer carries. */
export const COMMON_HEADERS = Object.keys(HEADERS).slice(0, 6);

/**
 * The headers requests and callbacks may carry, by the names they are referred to. Those of requests
 * have no examples: tools would send them.
 */
export const HEADER_PARAMETERS: Record<string, Json> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An id of your own for the request, of letters, digits and `.:~+=@/_-`; it is logged and answered, so that both sides can find it.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID of yours that makes it safe to send the request again: for 24 hours the same key and body get the first answer, and nothing is done twice.',
    schema: { type: 'string', pattern: KEY_PATTERN },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the copy you have: the answer is 304 while the record is unchanged.',
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
    description: 'The same over all attempts of one message to one webhook.',
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
      'By Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several after spaces.',
    schema: { type: 'string' },
    example: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
};

/** Those that callbacks carry. */
export const CALLBACK_PARAMETERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];

/** References to headers by their names, for a response. */
export function refersTo(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function always(type: 'string' | 'integer', description: string, example: string | number): Json {
  return { required: true, ...sometimes(type, description, example) };
}

function sometimes(type: 'string' | 'integer', description: string, example: string | number): Json {
  return { description, schema: { type }, example };
}

import { KEY_PATTERN } from '../http/admission/idempotency-key.ts';
import type { Json } from './schemas.ts';

/** The headers of responses, by their names. */
export const RESPONSE_HEADERS: Record<string, Json> = {
  'X-Request-Id': always(
    'string',
    'The `X-Request-Id` of the request, or a new one',
    '7a0f8e62-5d5f-4a57-9a0c-6f1a4a2f6f11',
  ),
  'X-RateLimit-Limit': always('integer', 'Requests that the plan allows per hour', 1000),
  'X-RateLimit-Remaining': always('integer', 'Requests left in this hour', 987),
  'X-RateLimit-Reset': always(
    'integer',
    'When the hour ends, in seconds since 1970 UTC; in a 429, when the exceeded window ends',
    1_764_579_600,
  ),
  RateLimit: always(
    'string',
    'What is left of both windows, as in the IETF draft',
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
  'Cache-Control': always('string', 'Stored copies must be revalidated before use', 'private, no-cache'),
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
  'Content-Disposition': always('string', 'The name of the file', 'attachment; filename="deliveries.csv"'),
  'Idempotent-Replayed': sometimes(
    'string',
    '`true` if this is the stored response to an earlier request',
    'true',
  ),
};

/** The headers of every response. */
export const COMMON_HEADERS = Object.keys(RESPONSE_HEADERS).slice(0, 6);

/**
 * The request and callback headers, by their component names. Those of requests have no examples, because
 * tools would send them.
 */
export const HEADER_PARAMETERS: Record<string, Json> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your id for the request, of letters, digits and `.:~+=@/_-`. It is logged and returned, so that both sides can find the request.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID that makes it safe to retry the request: for 24 hours, the same key and body get the first response, and nothing is done twice.',
    schema: { type: 'string', pattern: KEY_PATTERN },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your copy. The response is 304 while the record is unchanged.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of your copy. The response is 412 `precondition_failed` if the record has changed since.',
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
      'As in Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Several are separated by spaces.',
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

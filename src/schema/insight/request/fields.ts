import { type Fields, OUT } from '../../core/noun/fields.ts';
import { BOOLEAN, ID, INTEGER, TEXT, TIME, VALUES } from '../../core/noun/kinds.ts';

/**
 * A request in the request log. None of its values is secret: keys, query strings and bodies are masked
 * before they are stored.
 */
export const REQUEST_FIELDS = {
  id: { kind: TEXT, in: OUT, isComputed: true, is: 'the `X-Request-Id` of the response' },
  receivedAt: { kind: TIME, in: OUT, is: 'when the request arrived' },
  method: { kind: TEXT, in: OUT, is: 'the HTTP method, such as `POST`' },
  path: { kind: TEXT, in: OUT, is: 'the path, without the query string' },
  query: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the query string, with `***` in place of values that could be secret; null if there was none',
  },
  endpoint: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the method and the path of the endpoint, such as `GET /api/v1/products/{product_id}`; null for an unknown path',
  },
  operation: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the name of the GraphQL operation; null for other requests, and for operations without a name',
  },
  status: {
    kind: INTEGER,
    in: OUT,
    isOptional: true,
    is: 'the HTTP status of the response; null if the client disconnected before it',
  },
  failed: {
    kind: BOOLEAN,
    in: OUT,
    is: 'whether the status is 400 or more, GraphQL returned an error, or the client disconnected',
  },
  code: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the error code, such as `validation_error`; null if there was no error',
  },
  field: { kind: TEXT, in: OUT, isOptional: true, is: 'the input at fault; null if there is none' },
  message: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the message of the error, up to 500 characters, with `***` in place of secrets; null if there was no error',
  },
  problem: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the problem of the error, such as `too_long`; null if there was no error',
  },
  values: {
    kind: VALUES,
    in: OUT,
    isOptional: true,
    is: 'the values of the problem, up to 1 KiB, with `***` in place of secrets; null if it has none',
  },
  body: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    isComputed: true,
    is: 'the body of a failed change, up to 4 KiB, with `***` in place of secrets; null for other requests, and if the account does not log bodies',
  },
  bodyCut: { kind: BOOLEAN, in: OUT, is: 'whether `body` is only the beginning of the body' },
  keyId: {
    kind: ID,
    in: OUT,
    isOptional: true,
    is: 'the id of the API key; null for a request of a person at the web page',
  },
  keyName: { kind: TEXT, in: OUT, isOptional: true, isComputed: true, is: 'the name of the API key' },
  personId: {
    kind: ID,
    in: OUT,
    isOptional: true,
    is: 'the id of the person at the web page; null for a request with an API key',
  },
  personName: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the name that the person had; null for a request with an API key',
  },
  address: {
    kind: TEXT,
    in: OUT,
    is: 'the network of the client: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address',
  },
  durationMs: {
    kind: INTEGER,
    in: OUT,
    is: 'the time from the arrival of the request to the end of its response, in milliseconds',
  },
  idempotencyKeyHash: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'the first 16 bytes of the SHA-256 of the `Idempotency-Key`, in hexadecimal; null if there was none',
  },
  userAgent: { kind: TEXT, in: OUT, isOptional: true, is: 'the `User-Agent` header, up to 200 characters' },
} as const satisfies Fields;

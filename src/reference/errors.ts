import { bodyTooLarge, MAX_BODY_KIB } from '../http/server/body.ts';
import { z } from 'zod';
import { STATUS } from '../http/response/error-status.ts';
import { CHANGED } from '../rest/conditional.ts';
import type { Route } from '../rest/route.ts';
import { quotaExceeded } from '../schema/account/quota.ts';
import type { ErrorCode } from '../schema/errors.ts';
import { MAX_FAULTS } from '../schema/valid.ts';
import { COMMON_HEADERS, refersTo } from './headers.ts';
import type { Json, Schemas } from './schemas.ts';

/** When each code is returned, with an example. */
const CODES: Record<ErrorCode, { when: string; message: string; field?: string }> = {
  validation_error: {
    when: `The input is not valid; \`field\` names the part at fault, and \`details\` lists the first ${MAX_FAULTS} errors if there are several`,
    message: 'delivery_date must be in the future',
    field: 'delivery_date',
  },
  invalid_json: {
    when: 'The body is missing, or is not JSON in UTF-8',
    message: 'The body is not valid JSON in UTF-8',
  },
  invalid_transition: {
    when: 'The delivery cannot change from its status to the requested one',
    message: 'A delivery that is completed cannot become pending. Its status is final',
    field: 'status',
  },
  unauthorized: {
    when: 'The API key is missing, malformed, unknown or revoked',
    message: 'Send your API key as Authorization: Bearer <API_KEY>',
  },
  api_key_expired: { when: 'The API key has expired', message: 'This API key has expired' },
  insufficient_scope: {
    when: 'The key lacks the scope of the endpoint, or another one in its description',
    message: 'This API key lacks the scope deliveries:write',
  },
  quota_exceeded: {
    when: 'The account has reached the quota of its plan for these records',
    message: quotaExceeded('free', 'supermarkets').message,
  },
  not_found: {
    when: 'The account has no such record; `field` names the reference if it was in the body',
    message: 'No delivery with this id in this account',
  },
  method_not_allowed: {
    when: 'The path does not support this method; `Allow` lists those that it supports',
    message: 'PUT is not allowed on /api/v1/products. Allowed: GET, HEAD, POST',
  },
  idempotency_conflict: {
    when: 'The `Idempotency-Key` was used for another request, or its request is still running',
    message: 'This Idempotency-Key was used for another request',
    field: 'Idempotency-Key',
  },
  precondition_failed: {
    when: 'The record has changed since the version with the `ETag` in `If-Match`',
    message: CHANGED.message,
    field: 'If-Match',
  },
  payload_too_large: {
    when: `The body is larger than ${MAX_BODY_KIB} KiB`,
    message: bodyTooLarge().message,
  },
  unsupported_media_type: {
    when: 'The body is not `application/json`',
    message: 'Send the body as Content-Type: application/json',
  },
  rate_limited: {
    when: 'A rate limit is exceeded; `Retry-After` says how many seconds to wait',
    message: 'The limit of 60 requests per minute is exceeded',
  },
  internal_error: {
    when: 'An error of the service; the request may be retried',
    message: 'An unexpected error occurred. Try again',
  },
  service_unavailable: {
    when: 'The database is unreachable; `Retry-After` says how many seconds to wait',
    message: 'The service is briefly unavailable. Try again',
  },
};

const fault = {
  code: z.enum(Object.keys(CODES) as [ErrorCode, ...ErrorCode[]]).describe('What went wrong, for programs.'),
  message: z.string().describe('What went wrong, for people. The text may change.'),
  field: z
    .string()
    .nullable()
    .describe('The path of the input at fault, such as `products[1].quantity`; null if there is none.'),
};

/** The body of every error response (specification, "Errors"). */
const ErrorBody = z
  .strictObject({
    status: z.literal('error').describe('Always `error`.'),
    error: z
      .strictObject({
        ...fault,
        details: z
          .array(z.strictObject(fault))
          .min(2)
          .max(MAX_FAULTS)
          .optional()
          .describe('The first errors, if there are several.'),
      })
      .describe('What went wrong.'),
  })
  .meta({ id: 'Error', description: 'The body of every error response.' });

/** Returns the codes that an endpoint can return. */
export function codesOf({ method, path, body, errors, changes }: Route): ErrorCode[] {
  const possible: Record<ErrorCode, boolean> = {
    validation_error: true,
    invalid_json: body !== null,
    invalid_transition: false,
    unauthorized: true,
    api_key_expired: true,
    insufficient_scope: true,
    quota_exceeded: method === 'post',
    not_found: path.includes(':'),
    method_not_allowed: false,
    idempotency_conflict: method === 'post',
    precondition_failed: changes !== null,
    payload_too_large: body !== null,
    unsupported_media_type: body !== null,
    rate_limited: true,
    internal_error: true,
    service_unavailable: true,
  };
  const codes = Object.keys(possible) as ErrorCode[];
  return codes.filter((code) => possible[code] || errors.includes(code));
}

/** Returns the error responses for these codes, one per status; equal ones are described once, in `shared`. */
export function errorResponses(codes: ErrorCode[], schemas: Schemas, shared: Record<string, Json>): Json {
  const byStatus = Object.groupBy(codes, (code) => STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, together]) => {
      const name = together!.join('.');
      shared[name] ??= errorResponse(together!, Number(status), schemas);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function errorResponse(codes: ErrorCode[], status: number, schemas: Schemas): Json {
  // Every field is listed, because linters report fields that are missing from a composed schema.
  const narrowed = { code: { enum: codes }, message: {}, field: {}, details: {} };
  const more =
    status === 401 ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : [];
  return {
    description: codes.map((each) => `\`${each}\`: ${CODES[each].when}.`).join('\n\n'),
    headers: refersTo([...COMMON_HEADERS, ...more]),
    content: {
      'application/json': {
        schema: {
          allOf: [
            schemas.of(ErrorBody, 'output'),
            { properties: { status: {}, error: { properties: narrowed } } },
          ],
        },
        examples: Object.fromEntries(codes.map((each) => [each, { value: exampleOf(each) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): z.output<typeof ErrorBody> {
  const { message, field = null } = CODES[code];
  return { status: 'error', error: { code, message, field } };
}

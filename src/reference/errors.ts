import { z } from 'zod';
import { STATUS } from '../http/response/error-status.ts';
import type { FileError, FileRoute } from '../rest/file-route.ts';
import type { Route } from '../rest/route.ts';
import type { ErrorCode } from '../schema/core/errors.ts';
import { ERROR_CODES } from './error-codes.ts';
import { COMMON_HEADERS, refersTo } from './headers.ts';
import type { Json, Schemas } from './schemas.ts';
import { PROBLEM_SHAPE } from '../rest/problem-shape.ts';
import { MAX_FAULTS } from '../schema/core/limits.ts';

const FAULT_SHAPE = {
  code: z
    .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
    .describe('What went wrong, for programs.'),
  message: z.string().describe('What went wrong, for people. The text may change.'),
  field: z
    .string()
    .nullable()
    .describe('The path of the input at fault, such as `products[1].quantity`; null if there is none.'),
  ...PROBLEM_SHAPE,
};

/** The body of every error response (specification, "Errors"). */
const ErrorBody = z
  .strictObject({
    status: z.literal('error').describe('Always `error`.'),
    error: z
      .strictObject({
        ...FAULT_SHAPE,
        details: z
          .array(z.strictObject(FAULT_SHAPE))
          .min(2)
          .max(MAX_FAULTS)
          .optional()
          .describe('All errors, if there are several.'),
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
    payload_too_large: true,
    unsupported_media_type: body !== null,
    rate_limited: true,
    internal_error: true,
    service_unavailable: true,
  };
  const codes = Object.keys(possible) as ErrorCode[];
  return codes.filter((code) => possible[code] || errors.includes(code));
}

/** Returns the codes that an endpoint for files can return. */
export function codesOfFile({ path, body, isRepeatable = false, errors }: FileRoute): ErrorCode[] {
  const never = { method_not_allowed: false, precondition_failed: false };
  const possible: Partial<Record<ErrorCode, boolean>> = {
    ...never,
    invalid_json: body !== null,
    invalid_transition: false,
    quota_exceeded: isRepeatable,
    not_found: path.includes(':'),
    idempotency_conflict: isRepeatable,
    unsupported_media_type: body !== null,
  };
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return codes.filter((code) => (possible[code] ?? true) || errors[code]);
}

/**
 * Returns the error responses for these codes, one per status; equal ones are described once, in `shared`. A
 * response with one of `errors` is described for its `chapter` alone.
 */
export function errorResponses(
  codes: ErrorCode[],
  schemas: Schemas,
  shared: Record<string, Json>,
  { chapter, errors }: Pick<FileRoute, 'errors'> & { chapter: string } = { chapter: '', errors: {} },
): Json {
  const byStatus = Object.groupBy(codes, (code) => STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, together]) => {
      const isOwn = together!.some((code) => errors[code]);
      const name = together!.join('.') + (isOwn ? `-${chapter}` : '');
      shared[name] ??= errorResponse(together!, Number(status), schemas, { ...ERROR_CODES, ...errors });
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

type Explanations = Record<ErrorCode, FileError>;

function errorResponse(codes: ErrorCode[], status: number, schemas: Schemas, explained: Explanations): Json {
  // Every field is listed, because linters report fields that are missing from a composed schema.
  const narrowed = { code: { enum: codes }, message: {}, field: {}, problem: {}, values: {}, details: {} };
  const more =
    status === 401 ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : [];
  return {
    description: codes.map((each) => `\`${each}\`: ${explained[each].when}.`).join('\n\n'),
    headers: refersTo([...COMMON_HEADERS, ...more]),
    content: {
      'application/json': {
        schema: {
          allOf: [
            schemas.of(ErrorBody, 'output'),
            { properties: { status: {}, error: { properties: narrowed } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((each) => [each, { value: errorExample(each, explained[each]) }]),
        ),
      },
    },
  };
}

function errorExample(code: ErrorCode, { message, field, problem, values }: FileError): object {
  return {
    status: 'error',
    error: { code, message, field: field ?? null, problem, values: values ?? null },
  };
}

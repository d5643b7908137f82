import { maxHeaderSize } from 'node:http';
import { bodyTooLarge, MAX_BODY_KIB, MAX_STRANGERS_BODY_KIB } from '../http/server/body.ts';
import { CHANGED } from '../rest/conditional.ts';
import { quotaExceeded } from '../schema/people/account/quota.ts';
import type { ErrorCode } from '../schema/core/errors.ts';
import { type Problem, type Values } from '../problems.ts';
import { PLAN_LIMITS } from '../schema/core/caller/plans.ts';
import { MAX_FAULTS } from '../schema/core/limits.ts';

/** An error code: when it is returned, the advice, which the guide has too, and an example. */
interface Explanation {
  when: string;
  advice: string;
  message: string;
  field?: string;
  problem: Problem;
  values?: Values;
}

export const ERROR_CODES: Record<ErrorCode, Explanation> = {
  validation_error: {
    when: `The input is not valid; \`field\` names the part at fault, and \`details\` lists all errors if there are several, at most ${MAX_FAULTS.toLocaleString('en')}`,
    advice: 'Correct the fields that it names; unknown fields and parameters are errors too',
    message: 'delivery_date must be in the future',
    field: 'delivery_date',
    problem: 'date_not_in_future',
    values: { min: '2099-12-01' },
  },
  invalid_json: {
    when: 'The body is missing, or is not JSON in UTF-8',
    advice: 'Send JSON in UTF-8',
    message: 'The body is not valid JSON in UTF-8',
    problem: 'malformed_json',
  },
  invalid_transition: {
    when: 'The delivery cannot change from its status to the requested one, or the return cannot be reversed',
    advice:
      'Read the record: the status of the delivery has changed, or never allowed this move; the return was reversed already, or is a reversal',
    message: 'This delivery is already completed',
    field: 'status',
    problem: 'wrong_status',
    values: { status: 'completed' },
  },
  unauthorized: {
    when: 'The API key is missing, malformed, unknown or revoked',
    advice: 'Send a valid key',
    message: 'Send your API key as Authorization: Bearer <API_KEY>',
    problem: 'no_credentials',
  },
  api_key_expired: {
    when: 'The API key has expired',
    advice: 'Get a new key',
    message: 'This API key has expired',
    problem: 'api_key_expired',
  },
  insufficient_scope: {
    when: 'The key lacks the scope of the endpoint, or another one in its description',
    advice: 'Use a key that has the scope the message names',
    message: 'This API key lacks the scope deliveries:write',
    problem: 'missing_scope',
    values: { scope: 'deliveries:write' },
  },
  quota_exceeded: {
    when: 'The account has reached the quota of its plan for these records',
    advice:
      'Delete or revoke what you no longer need, or upgrade the plan. If `field` is `Idempotency-Key`, too much is stored',
    message: quotaExceeded('free', 'supermarkets').message,
    problem: 'plan_limit',
    values: { what: 'supermarkets', max: PLAN_LIMITS.free.quotas.supermarkets },
  },
  not_found: {
    when: 'The account has no such record; `field` names the reference if it was in the body',
    advice:
      'Check the id: the one in the body that `field` names, or the one in the path if `field` is `null`',
    message: 'No delivery with this id in this account',
    problem: 'not_found',
  },
  method_not_allowed: {
    when: 'The path does not support this method; `Allow` lists those that it supports',
    advice: 'Use a method that `Allow` lists',
    message: 'PUT is not allowed on /api/v1/products. Allowed: GET, HEAD, POST',
    problem: 'method_not_allowed',
  },
  idempotency_conflict: {
    when: 'The `Idempotency-Key` was used for another request, or its request is still running',
    advice:
      'Use a new `Idempotency-Key` for a new request; while the first is still running, wait and send the same again',
    message: 'This Idempotency-Key was used for another request',
    field: 'Idempotency-Key',
    problem: 'key_used',
  },
  precondition_failed: {
    when: 'The record has changed since the version with the `ETag` in `If-Match`',
    advice: 'Read the record again, then send the change with its new `ETag`',
    message: CHANGED.message,
    field: 'If-Match',
    problem: 'precondition_failed',
  },
  payload_too_large: {
    when: `The body is larger than ${MAX_BODY_KIB} KiB, or the URL with the headers than ${maxHeaderSize / 1_024} KiB`,
    advice: `Send at most ${MAX_BODY_KIB} KiB, without an API key or a session at most ${MAX_STRANGERS_BODY_KIB} KiB; in the URL and the headers ${maxHeaderSize / 1_024} KiB`,
    message: bodyTooLarge().message,
    problem: 'payload_too_large',
    values: { max: MAX_BODY_KIB * 1_024 },
  },
  unsupported_media_type: {
    when: 'The body is not `application/json`',
    advice: 'Send `Content-Type: application/json`',
    message: 'Send the body as Content-Type: application/json',
    problem: 'not_json',
  },
  rate_limited: {
    when: 'A rate limit is exceeded; `Retry-After` says how many seconds to wait',
    advice: 'Wait for the seconds in `Retry-After`, then retry',
    message: 'The limit of 60 requests per minute is exceeded',
    problem: 'requests_per_minute',
    values: { max: 60 },
  },
  internal_error: {
    when: 'An error of the service; the request may be retried',
    advice: 'Retry; if it persists, report the `X-Request-Id` to the operator',
    message: 'An unexpected error occurred. Try again',
    problem: 'internal_error',
  },
  service_unavailable: {
    when: 'The database is unreachable; `Retry-After` says how many seconds to wait',
    advice: 'Wait for the seconds in `Retry-After`, then retry',
    message: 'The service is briefly unavailable. Try again',
    problem: 'unavailable',
  },
};

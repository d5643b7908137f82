import type { Logger } from '../../log.ts';
import { isShortage } from '../../database/shortage.ts';
import { TooLarge } from '../../database/too-large.ts';
import {
  isCrowded,
  isCrowdedOut,
  isRecordGone,
  isInConflict,
  isOverdue,
  isUnreachable,
} from '../../database/unreachable.ts';
import { TooBusy } from '../../spreadsheet/run-bounded.ts';
import { AppError, type ErrorCode, fault, rateLimited } from '../../schema/core/errors.ts';

/** The seconds after which to send a file again that the machine had no time to read. */
const FILE_BUSY_S = 60;

/** The maximum number of characters in a response: more than a list of the maximum number of records has. */
export const MAX_RESPONSE_LENGTH = 32 * 1_024 * 1_024;

/** The HTTP status of each error code. */
export const STATUS: Record<ErrorCode, number> = {
  validation_error: 400,
  invalid_json: 400,
  invalid_transition: 400,
  unauthorized: 401,
  api_key_expired: 401,
  insufficient_scope: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
};

/**
 * Returns the error to send for anything thrown. Errors not intended for the caller are logged and masked.
 */
export function appErrorOf(error: unknown, logOf: () => Logger): AppError {
  if (error instanceof AppError) return error;
  if (isCrowdedOut(error)) return tookTooLong();
  if (isCrowded(error)) return tooMuchAtOnce();
  if (error instanceof URIError) {
    return fault('no_route', 'No route for this path: its percent-encoding is malformed');
  }
  if (isUnreachable(error)) {
    logOf().warn({ err: error }, 'the database is unreachable');
    return fault('unavailable', 'The service is briefly unavailable. Try again');
  }
  // guard: record-gone
  if (isRecordGone(error)) {
    logOf().warn({ err: error }, 'another request removed the record');
    return fault('not_found', 'The record was removed by another request');
  }
  // guard: conflicting-writes
  if (isInConflict(error)) {
    logOf().warn({ err: error }, 'statements of other requests conflicted with this one');
    return fault('conflicting_writes', 'Other requests are changing the same records. Try again');
  }
  if (isShortage(error)) {
    logOf().error({ err: error }, 'the database lacks disk space, memory or other resources');
    return fault('unavailable', 'The service is briefly unavailable. Try again');
  }
  if (isOverdue(error)) {
    logOf().warn({ err: error }, 'a statement took too long and was cancelled');
    return tookTooLong();
  }
  if (error instanceof TooBusy) {
    logOf().warn({ err: error }, 'the machine is too busy for files');
    const busy = fault('file_not_processed', 'The service is too busy for this file. Try again in a minute');
    busy.extensions.retryAfter = FILE_BUSY_S;
    return busy;
  }
  if (error instanceof TooLarge) {
    return fault(
      'response_too_large',
      'The response would be too large. Request smaller pages or fewer nested records',
    );
  }
  logOf().error({ err: error }, 'unexpected error');
  return internalError();
}

/** Returns the error for a request that failed because of a bug. */
export function internalError(): AppError {
  return fault('internal_error', 'An unexpected error occurred. Try again');
}

/** Returns the error for a request that was cancelled at its deadline. */
export function tookTooLong(): AppError {
  return fault('timed_out', 'The request took too long and was cancelled. Request less data, or try again');
}

/** Returns the error for a response with more characters. */
export function tooLong() {
  return fault(
    'response_too_large',
    `The response would have more than ${MAX_RESPONSE_LENGTH} characters. Request fewer records or fields`,
    'query',
  );
}

/** Returns the error for a request that waited too long for its account's or address's slots. */
function tooMuchAtOnce(): AppError {
  return rateLimited('too_many_at_once', 'Too many requests of this account are in progress. Try again', 1);
}

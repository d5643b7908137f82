import type { ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { Exchange, Headers } from '../http/response/exchange.ts';
import { replayHeaders } from '../http/admission/idempotency-key.ts';
import { STATUS } from '../http/response/error-status.ts';
import type { Problem, Values } from '../problems.ts';
import type { ErrorCode } from '../schema/core/errors.ts';
import type { KeptResponse } from '../schema/core/idempotency/once.ts';
import { EVENT_STREAM, GRAPHQL_RESPONSE, type OperationRequest } from './operation-request.ts';
import { publicResult, sendEvents, sendOneEvent } from './server-sent-events.ts';

/** Sends a result in the media type that the client prefers; a subscription always as events. */
export async function sendResult(
  result: ExecutionResult | AsyncIterable<ExecutionResult>,
  { exchange, responseType: type, kept }: OperationRequest,
): Promise<void> {
  if (kept) await sendKept(kept, type, exchange);
  // Yoga returns this for a query that was stopped because its client left, so there is nothing to send.
  else if (hasNoReader(result)) return;
  else if (isAsyncIterable(result)) sendEvents(result, exchange);
  else if (type === EVENT_STREAM) await sendOneEvent(JSON.stringify(publicResult(result)), exchange);
  else if (result.errors) await sendErrors(result, type, exchange);
  else await exchange.respond(200, JSON.stringify(result), {}, withCharset(type));
}

function hasNoReader(result: ExecutionResult | AsyncIterable<ExecutionResult>): boolean {
  return !isAsyncIterable(result) && result.errors?.length === 0;
}

/** Sends the response that is stored for an idempotency key, byte for byte. */
async function sendKept(kept: KeptResponse, type: string, exchange: Exchange): Promise<void> {
  if (type === EVENT_STREAM) return sendOneEvent(kept.body, exchange, replayHeaders(kept));
  await exchange.respond(kept.status, kept.body, replayHeaders(kept), withCharset(type));
}

async function sendErrors(result: ExecutionResult, type: string, exchange: Exchange): Promise<void> {
  const { message, extensions } = result.errors![0]!;
  const { code, field, problem, values, retryAfter } = extensions;
  exchange.failure = {
    code: code as ErrorCode,
    message,
    field: typeof field === 'string' ? field : null,
    problem: problem as Problem,
    values: (values ?? null) as Values | null,
  };
  const declared = declaredBy(result.errors!, type);
  const { headers } = declared;
  const isRefused = type === GRAPHQL_RESPONSE && result.data === undefined && declared.status < 400;
  const status = isRefused ? resultStatus(result) : declared.status;
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  if (status === STATUS.unauthorized) headers['WWW-Authenticate'] = 'Bearer';
  await exchange.respond(status, JSON.stringify(publicResult(result)), headers, withCharset(type));
}

/**
 * Returns the highest status and the headers that errors declare in `extensions.http`, as Yoga's errors do.
 */
function declaredBy(errors: readonly GraphQLError[], type: string): { status: number; headers: Headers } {
  let status = 0;
  const headers: Headers = {};
  for (const { extensions } of errors) {
    const { http } = extensions;
    Object.assign(headers, http?.headers);
    // Yoga marks by `spec` what only the newer media type requires.
    if (type === GRAPHQL_RESPONSE || !http?.spec) status = Math.max(status, http?.status ?? 0);
  }
  return { status: status || 200, headers };
}

/** Returns the HTTP status that REST uses for the first error. */
function resultStatus({ errors }: ExecutionResult): number {
  return STATUS[errors![0]!.extensions.code as ErrorCode] ?? STATUS.validation_error;
}

function withCharset(type: string): string {
  return `${type}; charset=utf-8`;
}

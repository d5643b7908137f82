import type { Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, processRegularResult } from 'graphql-yoga';
import { respond } from '../http/respond.ts';
import { STATUS } from '../http/error-status.ts';
import { jsonText } from '../http/json-text.ts';
import type { ErrorCode } from '../schema/errors.ts';
import { EVENT_STREAM, type Exchange, GRAPHQL_RESPONSE } from './exchange.ts';
import { publicResult, sendEvents, sendOneEvent } from './server-sent-events.ts';

/** Sends a result in the media type that the client prefers; a subscription always as events. */
export async function sendResult(
  result: ExecutionResult | AsyncIterable<ExecutionResult>,
  exchange: Exchange,
  response: Response,
): Promise<void> {
  if (isAsyncIterable(result)) sendEvents(result, exchange, response);
  else if (exchange.responseType === EVENT_STREAM) await sendOneEvent(result, response);
  else if (result.errors) await sendErrors(result, exchange.responseType, response);
  else await respond(response, 200, await jsonText(result), [], withCharset(exchange.responseType));
}

/** Yoga determines the status and headers; the text of a large result is written in time slices. */
async function sendErrors(result: ExecutionResult, type: string, response: Response): Promise<void> {
  response.locals.code = result.errors![0]?.extensions.code;
  const plain = { ...result, stringify: () => '' };
  const processed = processRegularResult(plain, { Response: globalThis.Response } as never, type);
  const headers = [...processed.headers].filter(([name]) => name !== 'content-type').flat();
  const isRefused = type === GRAPHQL_RESPONSE && result.data === undefined && processed.status < 400;
  const status = isRefused ? statusOf(result) : processed.status;
  if (status === STATUS.unauthorized) headers.push('WWW-Authenticate', 'Bearer');
  await respond(response, status, await jsonText(publicResult(result)), headers, withCharset(type));
}

/** Returns the HTTP status that REST uses for the first error. */
function statusOf({ errors }: ExecutionResult): number {
  return STATUS[errors![0]!.extensions.code as ErrorCode] ?? STATUS.validation_error;
}

function withCharset(type: string): string {
  return `${type}; charset=utf-8`;
}

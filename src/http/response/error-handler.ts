import type { ErrorRequestHandler, Request } from 'express';
import type { Logger } from '../../log.ts';
import { type AppError, restFault } from '../../schema/core/errors.ts';
import type { RequestCounter } from '../../schema/insight/usage/request-counter.ts';
import type { Exchange, Headers } from './exchange.ts';
import { appErrorOf, STATUS } from './error-status.ts';
import { logOf } from '../observe/request-log.ts';

/**
 * Returns the body of a failed request: its first fault, and all of them in `details` when there are several.
 */
export function failure({ faults }: AppError): string {
  const details = faults.length > 1 ? { details: faults.map(restFault) } : {};
  return JSON.stringify({ status: 'error', error: { ...restFault(faults[0]!), ...details } });
}

/** Returns the body of a GraphQL response with this error. */
export function graphqlFailure(error: AppError): string {
  return JSON.stringify({ errors: [error.toJSON()] });
}

/**
 * Sends the response for anything thrown, with the body that `render` returns.
 *
 * @param typeOf returns the media type that the client accepts; JSON by default
 */
export function errorHandler(
  render: (error: AppError) => string,
  log: Logger,
  counter: RequestCounter,
  typeOf?: (request: Request) => string,
): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const { exchange } = request;
    if (exchange.isAbandoned) return;
    const error = appErrorOf(thrown, () => logOf(log, exchange));
    if (response.headersSent) return void response.destroy();
    const type = typeOf && `${typeOf(request)}; charset=utf-8`;
    const sent = exchange.respond(STATUS[error.code], render(error), errorHeaders(error), type);
    exchange.failure = error.faults[0];
    countFailure(exchange, counter);
    return sent;
  };
}

/**
 * Counts a 4xx response for its caller, by its error's code. A rate-limited request has no caller here;
 * admission counted it.
 */
export function countFailure(exchange: Exchange, counter: RequestCounter): void {
  const { caller, failure } = exchange;
  const code = failure?.code ?? 'validation_error';
  const { statusCode: status } = exchange.response;
  if (status < 400 || status >= 500) return;
  if (caller) counter.failure(caller, { endpoint: exchange.endpoint, status, code });
}

function errorHeaders({ code, extensions: { retryAfter } }: AppError): Headers {
  if (STATUS[code] === 401) return { 'WWW-Authenticate': 'Bearer' };
  if (retryAfter !== undefined) return { 'Retry-After': String(retryAfter) };
  return code === 'service_unavailable' ? { 'Retry-After': '1' } : {};
}

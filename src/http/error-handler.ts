import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from '../log.ts';
import type { AppError, ErrorCode } from '../schema/errors.ts';
import { NO_ENDPOINT } from '../schema/usage/failure-counter.ts';
import type { RequestCounter } from '../schema/usage/request-counter.ts';
import { contextIn } from './admission.ts';
import { respond, type Headers } from './respond.ts';
import { appErrorOf, STATUS } from './error-status.ts';
import { logOf } from './request-log.ts';
import { isAbandoned } from './unhandled-rejections.ts';

/** Returns the body of a GraphQL response with this error. */
export function graphqlFailure(error: AppError): string {
  return JSON.stringify({ errors: [error.toJSON()] });
}

/**
 * Sends the response for anything thrown, with the body that `render` makes of the error.
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
    if (isAbandoned(response)) return;
    const error = appErrorOf(thrown, () => logOf(log, response));
    if (response.headersSent) return void response.destroy();
    const type = typeOf && `${typeOf(request)}; charset=utf-8`;
    const sent = respond(response, STATUS[error.code], render(error), errorHeaders(error), type);
    response.locals.code = error.code;
    countFailure(request, response, counter);
    return sent;
  };
}

/**
 * Counts a 4xx response for its caller, by the code in `response.locals`. A rate-limited request has no caller here;
 * admission counted it.
 */
export function countFailure(request: Request, response: Response, counter: RequestCounter): void {
  const { statusCode: status, locals } = response;
  if (status < 400 || status >= 500) return;
  const caller = contextIn(response)?.caller;
  const code = (locals.code as ErrorCode | undefined) ?? 'validation_error';
  if (caller) counter.failure(caller, { endpoint: endpointOf(request, response), status, code });
}

/**
 * Returns the endpoint of a request as the reference names it. The number of names is bounded by routes and methods.
 */
function endpointOf({ method, baseUrl }: Request, response: Response): string {
  const route = response.locals.route as string | undefined;
  if (route === undefined) return NO_ENDPOINT;
  const path = route.startsWith(baseUrl) ? route : baseUrl + route;
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

function errorHeaders({ code, extensions: { retryAfter } }: AppError): Headers {
  if (STATUS[code] === 401) return ['WWW-Authenticate', 'Bearer'];
  if (retryAfter !== undefined) return ['Retry-After', String(retryAfter)];
  return code === 'service_unavailable' ? ['Retry-After', '1'] : [];
}

import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from '../log.ts';
import type { AppError } from '../schema/errors.ts';
import type { RequestCounter } from '../schema/usage/request-counter.ts';
import { contextIn } from './admission.ts';
import { answer, type Headers } from './answer.ts';
import { appErrorOf, STATUS } from './error-status.ts';
import { logOf } from './request-log.ts';
import { isGivenUp } from './unhandled-rejections.ts';

/** Renders an error as the body of a GraphQL response. */
export function graphqlFailure(error: AppError): string {
  return JSON.stringify({ errors: [error.toJSON()] });
}

/** Responds to whatever was thrown, with a body that `render` makes of the error. */
export function answerError(
  render: (error: AppError) => string,
  log: Logger,
  counter: RequestCounter,
): ErrorRequestHandler {
  return (thrown, _request, response, _next) => {
    if (isGivenUp(response)) return;
    const error = appErrorOf(thrown, () => logOf(log, response));
    if (response.headersSent) return void response.destroy();
    const answered = answer(response, STATUS[error.code], render(error), errorHeaders(error));
    countFailure(response, counter);
    return answered;
  };
}

/** Counts a response of 4xx for its caller. A request that a limit refused has no caller here; it was counted there. */
export function countFailure(response: Response, counter: RequestCounter): void {
  if (response.statusCode < 400 || response.statusCode >= 500) return;
  const caller = contextIn(response)?.caller;
  if (caller) counter.failure(caller);
}

function errorHeaders({ code, extensions: { retryAfter } }: AppError): Headers {
  if (STATUS[code] === 401) return ['WWW-Authenticate', 'Bearer'];
  if (retryAfter !== undefined) return ['Retry-After', String(retryAfter)];
  return code === 'service_unavailable' ? ['Retry-After', '1'] : [];
}

import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../log.ts';
import { maskKeys } from '../schema/api-key/key-format.ts';
import type { Context } from '../schema/context.ts';
import { openSpan, type OpenSpan } from '../tracing.ts';
import type { Headers } from './respond.ts';
import type { Metrics } from './metrics.ts';
import { enterRequest } from './unhandled-rejections.ts';

const SAFE_ID = /^[\w.:~+=@/-]{1,128}$/;
/** Longer than any path of the service. */
const MAX_PATH = 500;
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns middleware that gives every request an id (the client's own, if it is safe), logs every finished request and
 * counts it in the metrics. Responses start with `headers`.
 */
export function requestLog(
  logger: Logger,
  metrics: Pick<Metrics, 'observe'>,
  headers: Headers,
): RequestHandler {
  // Lines need no redaction, because keys in URLs are masked beforehand.
  const lines = logger.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const id = identify(request);
    response.locals.id = id;
    response.locals.headers = [...headers, 'X-Request-Id', id];
    const span = QUIET.has(request.originalUrl) ? undefined : openRequestSpan(request);
    response.once('close', () => {
      const elapsedMs = performance.now() - startedAt;
      if (response.writableFinished) metrics.observe(request, response, elapsedMs);
      if (!QUIET.has(request.originalUrl)) writeLine(lines, request, response, elapsedMs);
      if (span) endRequestSpan(span, request, response);
    });
    if (span) span.run(() => enterRequest(response, next));
    else enterRequest(response, next);
  };
}

/** Returns a logger whose lines include the request id. */
export function logOf(logger: Logger, response: Response): Logger {
  return logger.child({ request: response.locals.id });
}

function writeLine(lines: Logger, request: Request, response: Response, elapsedMs: number): void {
  const { id, context } = response.locals as { id: string; context?: Context };
  const { statusCode: status } = response;
  const line = {
    request: id,
    req: { id, method: request.method, url: loggedPath(request.originalUrl) },
    account: context?.caller?.accountId.toString(),
    res: { status },
    responseTime: Math.round(elapsedMs),
  };
  if (status >= 500) lines.error(line, 'request errored');
  else lines.info(line, response.writableFinished ? 'request completed' : 'request aborted');
}

/** Opens a span that continues the caller's trace, if the request has one. */
function openRequestSpan({ method, headers }: Request): OpenSpan | undefined {
  return openSpan(method, { kind: 'SERVER', attributes: { 'http.request.method': method }, parent: headers });
}

/** Ends the span of a request, with the figures of the log line, and the route instead of the path. */
function endRequestSpan(span: OpenSpan, { method }: Request, { locals, statusCode }: Response): void {
  const { id, route = 'other', context } = locals as { id: string; route?: string; context?: Context };
  span.rename(`${method} ${route}`);
  span.say({
    'http.route': route,
    'http.response.status_code': statusCode,
    'provender.request': id,
    'provender.account': context?.caller?.accountId.toString(),
  });
  if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

/** Returns the path only: a query string may contain documents, passwords, anything. */
function loggedPath(url: string): string {
  const end = url.indexOf('?');
  return maskKeys((end < 0 ? url : url.slice(0, end)).slice(0, MAX_PATH));
}

function identify({ headers }: Request): string {
  const own = headers['x-request-id'];
  const isKept = typeof own === 'string' && SAFE_ID.test(own) && maskKeys(own) === own;
  return isKept ? own : randomUUID();
}

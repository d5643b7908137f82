import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler } from 'express';
import { runAs, type RunningRequest } from '../../database/running-request.ts';
import type { Logger } from '../../log.ts';
import { maskKeys } from '../../schema/people/api-key/key-format.ts';
import { openSpan, type OpenSpan } from '../../tracing.ts';
import { Exchange } from '../response/exchange.ts';
import type { RequestRecorder } from '../../schema/insight/request/recorder.ts';
import { logRequest } from './logged-request.ts';
import type { Metrics } from './metrics.ts';
import { internalError } from '../response/error-status.ts';

const SAFE_ID = /^[\w.:~+=@/-]{1,128}$/;
/** Longer than any path of the service. */
const MAX_LOGGED_PATH = 500;
/** The token of a receipt link, which whoever has it can use. */
const RECEIPT_LINK = /^((?:[a-z]+:\/\/[^/]*)?\/+r\/)[^/.]+/i;
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns middleware that gives every request an id (the client's own, if it is safe), logs every finished
 * request and counts it in the metrics.
 *
 * @param recorder writes the log that accounts can read (default: there is none)
 */
export function requestLog(
  logger: Logger,
  metrics: Pick<Metrics, 'observe'>,
  recorder?: RequestRecorder,
): RequestHandler {
  // Lines need no redaction, because keys in URLs are masked beforehand.
  const lines = logger.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const isQuiet = QUIET.has(request.originalUrl);
    const span = isQuiet ? undefined : openRequestSpan(request);
    const exchange = new Exchange(request, identify(request), span);
    request.exchange = exchange;
    response.set('X-Request-Id', exchange.id);
    response.once('close', () => {
      const elapsedMs = performance.now() - startedAt;
      if (response.writableFinished) metrics.observe(exchange, elapsedMs);
      if (!isQuiet) writeLine(lines, exchange, elapsedMs);
      if (recorder) logRequest(recorder, exchange, elapsedMs);
      if (span) endRequestSpan(span, exchange);
    });
    if (span) span.run(() => enterRequest(exchange, next));
    else enterRequest(exchange, next);
  };
}

/** Returns a logger whose lines include the request id. */
export function logOf(logger: Logger, { id }: Exchange): Logger {
  return logger.child({ request: id });
}

/** Continues a request in its own async context, by which a rejection is matched to it. */
function enterRequest(exchange: Exchange, next: NextFunction): void {
  const { id, response } = exchange;
  const request: RunningRequest = {
    id,
    operation: () => exchange.endpointWithFields,
    fail() {
      if (response.headersSent) return;
      next(internalError());
      exchange.isAbandoned = true;
    },
  };
  response.once('close', () => (request.fail = undefined));
  runAs(request, next);
}

function writeLine(lines: Logger, exchange: Exchange, elapsedMs: number): void {
  const { id, request, response, caller } = exchange;
  const { statusCode: status } = response;
  const line = {
    request: id,
    req: { id, method: request.method, url: loggedPath(request.originalUrl) },
    account: caller?.accountId.toString(),
    keyId: caller?.keyId?.toString(),
    sessionId: caller?.sessionId?.toString(),
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
function endRequestSpan(span: OpenSpan, exchange: Exchange): void {
  const { id, route = 'other', caller, request, response } = exchange;
  const { statusCode } = response;
  span.rename(`${request.method} ${route}`);
  span.say({
    'http.route': route,
    'http.response.status_code': statusCode,
    'provender.request': id,
    'provender.account': caller?.accountId.toString(),
  });
  if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

/** Returns the path without the query string, which may contain documents, passwords, anything. */
function loggedPath(url: string): string {
  const end = url.indexOf('?');
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, MAX_LOGGED_PATH);
  return /* guard: masked-path */ maskKeys(path.replace(RECEIPT_LINK, '$1[token]'));
}

function identify({ headers }: Request): string {
  const own = headers['x-request-id'];
  const isKept =
    typeof own === 'string' && SAFE_ID.test(own) && /* guard: masked-request-id */ maskKeys(own) === own;
  return isKept ? own : randomUUID();
}

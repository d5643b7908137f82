import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { nameRoute } from '../http/response/exchange.ts';
import { countFailure, errorHandler } from '../http/response/error-handler.ts';
import { noRoute, refuseMethod } from '../http/response/no-route.ts';
import { parseBody, readBody } from '../http/server/body.ts';
import type { InTime } from '../http/server/deadline.ts';
import { fault } from '../schema/core/errors.ts';
import type { RequestCounter } from '../schema/insight/usage/request-counter.ts';
import type { createProtocol, McpOptions } from './protocol.ts';
import { rpcFailure } from './rpc-failure.ts';

interface McpRoutesOptions extends McpOptions {
  /** Admits requests with an API key. */
  admit: RequestHandler;
  inTime: InTime;
  requestCounter: RequestCounter;
}

const MCP_METHODS = ['POST'];
const STREAM = 'text/event-stream';
/** The headers that the exchange sets itself. */
const EXCHANGE_HEADERS = new Set(['content-type', 'content-length', 'connection', 'transfer-encoding']);

/**
 * Returns the handlers of `POST /mcp`, the Model Context Protocol for assistants. The library and the tools
 * are loaded by the first request, because that takes longer than most of the start of the service.
 */
export function mcpHandlers({
  admit,
  inTime,
  requestCounter,
  ...options
}: McpRoutesOptions): (RequestHandler | ErrorRequestHandler)[] {
  let loading: Promise<ReturnType<typeof createProtocol>> | undefined;
  const load = () => (loading ??= import('./protocol.ts').then((module) => module.createProtocol(options)));
  const steps: RequestHandler[] = [
    nameRoute('/mcp'),
    checkMcpTarget,
    async (request, response, next) => (await load()).check(request, response, next),
    admit,
    readBody,
    async (request) => {
      const { exchange } = request;
      const body = parseBody(request, false);
      // The protocol no longer has batches, and one request must not do the work of many.
      if (Array.isArray(body)) throw fault('not_an_object', 'The body must be one JSON-RPC message');
      const { answer } = await load();
      const { status, headers, text: whole } = await inTime(exchange, answer(exchange, body));
      const { text, type } = inMediaTypeFor(request, whole, headers);
      const others = [...headers].filter(([name]) => !EXCHANGE_HEADERS.has(name));
      await exchange.respond(status, text, Object.fromEntries(others), type);
      countFailure(exchange, requestCounter);
    },
  ];
  return [...steps, errorHandler(rpcFailure, options.log, requestCounter)];
}

function checkMcpTarget(...[request, _response, next]: Parameters<RequestHandler>): void {
  if (request.path !== '/') throw noRoute(request, 'The Model Context Protocol is at /mcp');
  if (MCP_METHODS.includes(request.method)) return next();
  refuseMethod(request.exchange, MCP_METHODS);
}

/** The library streams to clients of the older revision, including those that did not accept streams. */
function inMediaTypeFor({ headers: { accept = '' } }: Request, text: string, headers: Headers) {
  const type = headers.get('content-type') ?? undefined;
  if (!type?.startsWith(STREAM) || accept.includes(STREAM)) return { text, type };
  // A request has one response.
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return { text: data ?? '', type: undefined };
}

import { createMcpHandler, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { RequestHandler } from 'express';
import { ToolAccountDocument } from '../generated/operations.ts';
import type { Exchange } from '../http/response/exchange.ts';
import type { Logger } from '../log.ts';
import { callerOf } from '../schema/core/context.ts';
import { fault } from '../schema/core/errors.ts';
import { codedAnswer } from './coded-answer.ts';
import { deskOf } from './desk.ts';
import { loosenInput } from './loosen-input.ts';
import { serverFor, type McpRequest } from './server-for.ts';
import { TOOLS } from './tools.ts';
import type { Ask, Desk, Tool } from './tool.ts';

const ACCEPTED_TYPES = 'application/json, text/event-stream';
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

export interface McpOptions {
  ask: Ask;
  log: Logger;
  publicUrl: () => string;
  /** Whether callers may read the schema. */
  introspection: boolean;
}

/** The Model Context Protocol over HTTP. */
interface Protocol {
  /** Refuses requests to other names than those of the service, and from pages of other origins. */
  check: RequestHandler;
  /** Answers an admitted request, and records in its exchange what was refused. */
  answer(exchange: Exchange, body: unknown): Promise<ExecutedResponse>;
}

interface ExecutedResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Creates the protocol's server, which keeps nothing between requests. */
export function createProtocol({ ask, log, publicUrl, introspection }: McpOptions): Protocol {
  const address = publicUrl();
  const hosts = [...LOCAL, new URL(address).hostname];
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo!.extra!.visit as McpRequest, log, address),
    {
      // The list of tools changes only with the key and the account, so there is nothing to subscribe to.
      maxSubscriptions: 0,
      keepAliveMs: 0,
    },
  );
  return {
    check({ headers }, _response, next) {
      const isOwn = validateHostHeader(headers.host, hosts).ok;
      if (!isOwn) return next(fault('host_forbidden', `This service is at ${address}`, 'Host'));
      const isSame = validateOriginHeader(headers.origin, hosts).ok;
      next(
        isSame
          ? undefined
          : fault(
              'origin_forbidden',
              "Pages of other origins cannot use the assistants' interface",
              'Origin',
            ),
      );
    },
    async answer(exchange, body) {
      const desk = deskOf(exchange, ask);
      const tools = await toolsFor(desk, introspection);
      const visit: McpRequest = { exchange, desk, tools };
      const request = new Request(`${address}/mcp`, { method: 'POST', headers: protocolHeaders(exchange) });
      const authInfo = { token: '', clientId: '', scopes: [], extra: { visit } };
      const { status, headers, ...response } = await answered(
        handler.fetch(request, { parsedBody: loosened(body, tools), authInfo }),
      );
      const type = headers.get('content-type') ?? undefined;
      const { text, refused } = codedAnswer({ status, type, text: response.text }, body, tools);
      if (refused) exchange.failure = refused;
      return { status, headers, text };
    },
  };
}

async function answered(fetching: Promise<Response>): Promise<ExecutedResponse> {
  const response = await fetching;
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the tools that the caller may use. */
async function toolsFor(desk: Desk, introspection: boolean): Promise<Tool[]> {
  const { scopes } = callerOf(desk.context);
  const isAllowed = (tool: Tool) =>
    tool.needs === 'any'
      ? tool.scopes.some((each) => scopes.has(each))
      : tool.scopes.every((each) => scopes.has(each));
  const permitted = TOOLS.filter((tool) => isAllowed(tool) && (introspection || !tool.showsSchema));
  if (!permitted.some(({ writes }) => writes)) return permitted;
  const { account } = await desk.run(ToolAccountDocument, {});
  return account.assistantsMayWrite ? permitted : permitted.filter(({ writes }) => !writes);
}

/** Returns a message in which the arguments of a tool's call have the types that the tool expects. */
function loosened(body: unknown, tools: readonly Tool[]): unknown {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const called = method === 'tools/call' && tools.find(({ name }) => name === params?.name);
  if (!called) return body;
  const given = (params as { arguments?: unknown }).arguments ?? {};
  return { ...(body as object), params: { ...params, arguments: loosenInput(called.input, given) } };
}

/**
 * Returns the headers of a request without its key, which the tools do not need. The library accepts no
 * wildcards and requires both media types, although it sends one.
 */
function protocolHeaders({ request }: Exchange): Record<string, string> {
  const entries = Object.entries(request.headers).filter(([, value]) => typeof value === 'string');
  const { authorization: _, cookie: __, ...headers } = Object.fromEntries(entries) as Record<string, string>;
  return request.accepts('application/json') ? { ...headers, accept: ACCEPTED_TYPES } : headers;
}

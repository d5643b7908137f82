import type { Request, RequestHandler, Response } from 'express';
import type { Caller, Context } from '../../schema/core/context.ts';
import type { Fault } from '../../schema/core/errors.ts';
import { NO_ENDPOINT } from '../../schema/insight/usage/failure-counter.ts';
import type { OpenSpan } from '../../tracing.ts';
import { compress, type Encoding } from './compress.ts';

export type Headers = Record<string, string>;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Compressing shorter responses is not worth it. */
const MIN_COMPRESSED_BYTES = 1_024;
/** The status with which clients read from `Retry-After` how long to wait. */
const TOO_MANY = 429;
const ENCODINGS: Encoding[] = ['gzip', 'br', 'identity'];

/**
 * The bytes of a response: those that were produced, and those that are sent, which compression makes fewer.
 */
export interface ResponseSize {
  produced: number;
  sent: number;
}

/** A request's part of its account's or address's share of the process. */
export interface Slot {
  /** Counts the work for a response, and the memory that it takes until it is sent. */
  count(size: ResponseSize): void;
  /** Lets the next request in. Further calls do nothing. */
  release(): void;
}

declare global {
  // oxlint-disable-next-line no-namespace -- Express' documented way to add a property
  namespace Express {
    interface Request {
      exchange: Exchange;
    }
  }
}

/** A request and its response: the facts that parts of the service add, and methods to respond. */
export class Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly id: string;
  /** The span of the request; undefined while tracing is off. */
  readonly span: OpenSpan | undefined;
  /** The template of the route, for metrics, traces and failure counts; undefined if there is none. */
  route: string | undefined;
  /** The context of operations, once the request is admitted. */
  context: Context | undefined;
  /** The sender of the request, also if a rate limit refuses it. */
  sender: Caller | null = null;
  /** The slot, from admission until the response is ready. */
  slot: Slot | undefined;
  /** The first error of the response, for the request log. */
  failure: Fault | undefined;
  /** The GraphQL operation, once it is parsed, with the names of its first root fields. */
  operation: { kind: string; name: string | undefined; fields: string[] } | undefined;
  /** Whether the request only reads the request log, which then leaves it out. */
  isLogReader = false;
  /**
   * Whether the request ended with an error while its handler was running; the handler's response is dropped.
   */
  isAbandoned = false;

  constructor(request: Request, id: string, span?: OpenSpan) {
    this.request = request;
    this.response = request.res!;
    this.id = id;
    this.span = span;
  }

  get caller(): Caller | null {
    return this.context?.caller ?? null;
  }

  /**
   * The endpoint as the reference names it. The number of names is bounded by routes and methods.
   */
  get endpoint(): string {
    const { route, request } = this;
    if (route === undefined) return NO_ENDPOINT;
    const path = route.startsWith(request.baseUrl) ? route : request.baseUrl + route;
    return `${request.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  }

  /** The endpoint, and for GraphQL the root fields of the operation: `POST /graphql { products }`. */
  get endpointWithFields(): string {
    const fields = this.operation?.fields;
    return this.endpoint + (fields ? ` { ${fields.join(' ')} }` : '');
  }

  /** Sends a text, compressed if it is long and the client accepts that. */
  respond(status: number, body: string, headers: Headers = {}, type = JSON_TYPE): Promise<void> | void {
    if (this.isAbandoned) return;
    const { request, response } = this;
    const length = Buffer.byteLength(body);
    const isLong = length >= MIN_COMPRESSED_BYTES;
    // Express would add a charset to the type of event streams.
    response.status(status).set(headers).setHeader('Content-Type', type);
    if (status === TOO_MANY && !response.hasHeader('Retry-After')) response.set('Retry-After', '1');
    if (isLong) response.vary('Accept-Encoding');
    const mustEncode = isLong || !request.acceptsEncodings('identity');
    const encoding = ((mustEncode && request.acceptsEncodings(...ENCODINGS)) || 'identity') as Encoding;
    if (encoding === 'identity') return this.#end(body, length, length);
    return this.#endCompressed(body, length, encoding);
  }

  /** Sends a response without a body. */
  respondEmpty(status: 204 | 304, headers: Headers = {}): void {
    if (this.isAbandoned) return;
    this.response.status(status).set(headers).end();
    this.slot?.release();
  }

  /** Calls `leave` once the client disconnects. Returns a function that cancels this. */
  onceGone(leave: () => void): () => void {
    const { response } = this;
    if (response.closed) leave();
    response.once('close', leave);
    return () => response.off('close', leave);
  }

  async #endCompressed(body: string, length: number, encoding: Exclude<Encoding, 'identity'>): Promise<void> {
    const bytes = await compress(body, encoding);
    // The request may have been abandoned during the compression, with an error as its response.
    if (this.response.headersSent || this.isAbandoned) return;
    if (!bytes) return this.#end(body, length, length);
    this.response.set('Content-Encoding', encoding);
    this.#end(bytes, bytes.length, length);
  }

  /**
   * Releases the slot once the socket has the response, read or not: pipelined responses are sent in order.
   */
  #end(body: string | Buffer, sent: number, produced: number): void {
    this.response.set('Content-Length', String(sent)).end(body);
    // The work for a response is the same whether or not it is compressed.
    this.slot?.count({ produced, sent });
    this.slot?.release();
  }
}

/** Returns middleware that records the route of a request for metrics and failure counts. */
export function nameRoute(path: string): RequestHandler {
  return ({ exchange }, _response, next) => {
    exchange.route = path;
    next();
  };
}

import type { RequestHandler, Response } from 'express';
import { compress } from './compress.ts';
import { type Encoding, preferredEncoding, refusesIdentity } from './encoding.ts';
import { isAbandoned } from './unhandled-rejections.ts';

/** Alternating names and values, as `writeHead` takes them. */
export type Headers = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Adds headers to the response, whichever handler sends it. */
export function addHeaders({ locals }: Response, headers: Headers): void {
  (locals.headers as Headers).push(...headers);
}

/** Compressing shorter responses is not worth it. */
const MIN_COMPRESSED_BYTES = 1_024;
/** In order of preference for dynamic responses: gzip is faster. */
const ENCODINGS: readonly Encoding[] = ['gzip', 'br', 'identity'];

/** Adds headers, replacing earlier ones with the same names. */
export function replaceHeaders(response: Response, headers: Headers): void {
  const names = new Set(headers.filter((_, at) => at % 2 === 0));
  const others = (response.locals.headers as Headers).filter((_, at, all) => !names.has(all[at - (at % 2)]!));
  response.locals.headers = [...others, ...headers];
}

/**
 * Sends a JSON response. Status, headers and body are one write, which happens at once unless the body is long and the
 * client accepts compression.
 */
export function respond(
  response: Response,
  status: number,
  body: string,
  headers: Headers = [],
  type = JSON_TYPE,
): Promise<void> | void {
  if (isAbandoned(response)) return;
  const length = Buffer.byteLength(body);
  // The work for a response does not depend on whether it is compressed.
  response.locals.producedBytes = length;
  const isLong = length >= MIN_COMPRESSED_BYTES;
  addHeaders(response, [...headers, 'Content-Type', type]);
  if (isLong) addVary(response);
  const accepted = response.req.headers['accept-encoding'];
  const encoding = isLong || refusesIdentity(accepted) ? preferredEncoding(accepted, ENCODINGS) : 'identity';
  if (encoding === 'identity') return write(response, status, body, length);
  // Set early, for code that reads the status before the response is written.
  response.statusCode = status;
  return writeCompressed(response, status, body, encoding);
}

async function writeCompressed(
  response: Response,
  status: number,
  body: string,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<void> {
  const bytes = await compress(body, encoding);
  // In the meantime the request may have been abandoned, with an error as its response.
  if (response.headersSent || isAbandoned(response)) return;
  if (!bytes) return write(response, status, body, Buffer.byteLength(body));
  addHeaders(response, ['Content-Encoding', encoding]);
  write(response, status, bytes, bytes.length);
}

function write(response: Response, status: number, body: string | Buffer, length: number): void {
  addHeaders(response, ['Content-Length', String(length)]);
  response.writeHead(status, response.locals.headers as Headers).end(body);
}

/** Adds a request header that the response depends on to `Vary`, by default `Accept-Encoding`. */
export function addVary(response: Response, name = 'Accept-Encoding'): void {
  const headers = response.locals.headers as Headers;
  const at = headers.indexOf('Vary');
  const others = at < 0 ? response.getHeader('Vary') : headers.splice(at, 2)[1];
  headers.push('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

/** Sends a response without a body. */
export function respondEmpty(response: Response, status: 204 | 304, headers: Headers = []): void {
  if (isAbandoned(response)) return;
  addHeaders(response, headers);
  response.writeHead(status, response.locals.headers as Headers).end();
}

/** Sets the headers added so far, for handlers that do not use `respond`. */
export const setHeaders: RequestHandler = (_request, response, next) => {
  const headers = response.locals.headers as Headers;
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
  response.locals.headers = [];
  next();
};

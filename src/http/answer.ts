import type { RequestHandler, Response } from 'express';
import { compress } from './compress.ts';
import { type Encoding, preferredEncoding, refusesIdentity } from './encoding.ts';
import { isGivenUp } from './unhandled-rejections.ts';

/** Names and values by turns, as `writeHead` takes them. */
export type Headers = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Adds to the headers that the answer will have, whoever gives it. */
export function addHeaders({ locals }: Response, headers: Headers): void {
  (locals.headers as Headers).push(...headers);
}

/** Shorter answers gain nothing by being compressed. */
const MIN_COMPRESSED_BYTES = 1_024;
/** In the order in which they are preferred for what is compressed on the way: gzip is the quicker one. */
const ENCODINGS: readonly Encoding[] = ['gzip', 'br', 'identity'];

/** Replaces those that were added under the same names. */
export function replaceHeaders(response: Response, headers: Headers): void {
  const names = new Set(headers.filter((_, at) => at % 2 === 0));
  const others = (response.locals.headers as Headers).filter((_, at, all) => !names.has(all[at - (at % 2)]!));
  response.locals.headers = [...others, ...headers];
}

/**
 * Answers with a JSON text: status, headers and body in one write, at once unless the body is long
 * and the client takes it compressed.
 */
export function answer(
  response: Response,
  status: number,
  body: string,
  headers: Headers = [],
  type = JSON_TYPE,
): Promise<void> | void {
  if (isGivenUp(response)) return;
  const length = Buffer.byteLength(body);
  const isLong = length >= MIN_COMPRESSED_BYTES;
  addHeaders(response, [...headers, 'Content-Type', type]);
  if (isLong) addVary(response);
  const accepted = response.req.headers['accept-encoding'];
  const encoding = isLong || refusesIdentity(accepted) ? preferredEncoding(accepted, ENCODINGS) : 'identity';
  if (encoding === 'identity') return write(response, status, body, length);
  // Whoever looks before the answer is written sees what it will be.
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
  // Meanwhile the request may have been given up, and answered as such.
  if (response.headersSent || isGivenUp(response)) return;
  if (!bytes) return write(response, status, body, Buffer.byteLength(body));
  addHeaders(response, ['Content-Encoding', encoding]);
  write(response, status, bytes, bytes.length);
}

function write(response: Response, status: number, body: string | Buffer, length: number): void {
  addHeaders(response, ['Content-Length', String(length)]);
  response.writeHead(status, response.locals.headers as Headers).end(body);
}

/** Tells caches that the response depends on a header of the request, by default on the encodings that the client takes. */
export function addVary(response: Response, name = 'Accept-Encoding'): void {
  const headers = response.locals.headers as Headers;
  const at = headers.indexOf('Vary');
  const others = at < 0 ? response.getHeader('Vary') : headers.splice(at, 2)[1];
  headers.push('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

/** Answers without a body. */
export function answerEmpty(response: Response, status: 204 | 304, headers: Headers = []): void {
  if (isGivenUp(response)) return;
  addHeaders(response, headers);
  response.writeHead(status, response.locals.headers as Headers).end();
}

/** Sets the headers added so far, for handlers that answer by other means than `answer`. */
export const setHeaders: RequestHandler = (_request, response, next) => {
  const headers = response.locals.headers as Headers;
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
  response.locals.headers = [];
  next();
};

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { noteRunning } from '../../database/running-request.ts';
import { AppError, fault } from '../../schema/core/errors.ts';
import { jsonFaultIn, parseExactJson } from './exact-json.ts';

export const MAX_BODY_KIB = 256;
/** The maximum body of requests without a caller: to sign in or up, to accept an invitation. */
export const MAX_STRANGERS_BODY_KIB = 16;
const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
/** How much of a refused body is received, so that its client reads the response, before it is cut off. */
const MAX_DISCARDED_BYTES = 4 * 1_024 * 1_024;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a JSON body, once the caller is known. Bodies of other types, and those that are too
 * large, are refused unread.
 */
export const readBody: RequestHandler = async (request, _response, next) => {
  if (hasBody(request) && !request.is('application/json')) {
    throw fault('not_json', 'Send the body as Content-Type: application/json');
  }
  request.body = request.exchange.caller
    ? await readBytes(request, MAX_BODY_KIB * 1_024, bodyTooLarge)
    : await readBytes(request, MAX_STRANGERS_BODY_KIB * 1_024, strangersBodyTooLarge);
  next();
};

/**
 * Returns the bytes of a body, decompressed. One that is larger is refused as soon as that is certain, by its
 * `Content-Length` before any of it is read.
 *
 * @throws AppError that `tooLarge` returns; `unsupported_media_type` or `invalid_json` for a body that cannot
 * be decoded
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  tooLarge: () => AppError,
): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const name = encoding.toLowerCase();
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name as keyof typeof DECODERS] : undefined;
  if (!decode && name !== 'identity')
    throw fault('unsupported_encoding', 'This encoding of the body is not supported');
  if (Number(length ?? 0) > maxBytes) {
    discardRest(request);
    throw tooLarge();
  }
  const bytes = await receiveBytes(request, maxBytes, tooLarge);
  if (!decode || bytes.length === 0) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : undecodable();
  }
}

/** Returns the error for a body that is too large. */
export function bodyTooLarge(): AppError {
  return payloadTooLarge(MAX_BODY_KIB, `The body must be at most ${MAX_BODY_KIB} KiB`);
}

/** Returns the error for a body that is too large for a request without a caller. */
export function strangersBodyTooLarge(): AppError {
  return payloadTooLarge(
    MAX_STRANGERS_BODY_KIB,
    `Without an API key, a session or the link of a receipt, the body must be at most ${MAX_STRANGERS_BODY_KIB} KiB`,
  );
}

/**
 * Returns the JSON value of the body.
 *
 * @throws AppError `invalid_json`, also when a required body is missing; `validation_error` on a number with
 * more digits than a double holds
 */
export function parseBody(request: Request, isOptional: boolean): unknown {
  noteRunning();
  const bytes: unknown = request.body;
  const isEmpty = !Buffer.isBuffer(bytes) || bytes.length === 0;
  if (isEmpty && isOptional) return {};
  if (isEmpty) throw fault('missing_json', 'A JSON body is required');
  const text = textIn(bytes);
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const problem = error instanceof RangeError ? 'it is nested too deeply' : jsonFaultIn(text);
    throw fault('malformed_json', `The body is not valid JSON: ${problem}`);
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function receiveBytes(request: Request, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = () => request.off('data', receive).off('end', finish).off('error', leave).off('close', leave);
  function receive(chunk: Buffer): void {
    size += chunk.length;
    if (size <= maxBytes) return void chunks.push(chunk);
    stop();
    discardRest(request);
    reject(tooLarge());
  }
  function finish(): void {
    stop();
    resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  }
  function leave(): void {
    stop();
    reject(undecodable());
  }
  // The client may have left before.
  if (request.destroyed) leave();
  request.on('data', receive).on('end', finish).on('error', leave).on('close', leave);
  return promise;
}

function undecodable(): AppError {
  return fault('not_utf8', 'The body cannot be decoded');
}

/**
 * Receives what a client still sends, because closing at once would reset the connection before it reads the
 * response.
 */
function discardRest(request: Request): void {
  let left = MAX_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

function payloadTooLarge(kib: number, message: string): AppError {
  return fault('payload_too_large', message, null, { max: kib * 1_024 });
}

function textIn(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw fault('not_utf8', 'The body is not UTF-8');
  }
}

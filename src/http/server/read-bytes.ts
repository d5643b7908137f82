import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Request } from 'express';
import { type AppError, fault } from '../../schema/core/errors.ts';

const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
/** How much of a refused body is received, so that its client reads the response, before it is cut off. */
const MAX_DISCARDED_BYTES = 4 * 1_024 * 1_024;

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

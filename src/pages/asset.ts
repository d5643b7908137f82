import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { takeTurn } from '../limits/pause.ts';
import type { Encoding } from '../http/response/compress.ts';
import { hasTag, tagOf } from '../http/response/tag.ts';

/**
 * A body that is the same for all clients. Each encoding is in memory once, however many clients are
 * downloading it: sockets refer to the same bytes.
 */
export interface Asset {
  /** A file extension or a media type. */
  type: string;
  cacheControl: string;
  tag: string;
  /** The available encodings, smallest first. */
  encodings: readonly Encoding[];
  bytes(encoding: Encoding): Promise<Buffer>;
}

/** Longer bodies are written in parts of this size. */
const ASSET_PART_BYTES = 64 * 1_024;

const COMPRESS = {
  br: promisify((bytes: Buffer, done: (error: Error | null, bytes: Buffer) => void) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, done),
  ),
  gzip: promisify((bytes: Buffer, done: (error: Error | null, bytes: Buffer) => void) =>
    gzip(bytes, { level: 9 }, done),
  ),
};

/** Returns an asset made at run time, which is compressed on first use; a font is compressed already. */
export function assetOf(type: string, content: string | Buffer): Asset {
  const identity = Buffer.from(content);
  return {
    type,
    cacheControl: 'no-cache',
    tag: tagOf(content),
    encodings: type === 'woff2' ? ['identity'] : ['br', 'gzip', 'identity'],
    bytes: cachedEncodings((encoding) =>
      encoding === 'identity' ? Promise.resolve(identity) : COMPRESS[encoding](identity),
    ),
  };
}

/** Caches the result of `load` for each encoding, unless it failed. */
export function cachedEncodings(load: (encoding: Encoding) => Promise<Buffer>): Asset['bytes'] {
  const loaded = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const cached = loaded.get(encoding);
    if (cached) return cached;
    const loading = load(encoding);
    loaded.set(encoding, loading);
    loading.catch(() => loaded.delete(encoding));
    return loading;
  };
}

/** Sends an asset in its best encoding that the client accepts, or 304 if the client has it already. */
export async function sendAsset(request: Request, response: Response, asset: Asset): Promise<void> {
  const encoding = asset.encodings.find((each) => request.acceptsEncodings(each)) ?? 'identity';
  response.set({ 'Cache-Control': asset.cacheControl, ETag: asset.tag });
  if (asset.encodings.length > 1) response.vary('Accept-Encoding');
  if (hasTag(request, asset.tag)) return void response.status(304).end();
  const bytes = await asset.bytes(encoding);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.type(asset.type).set('Content-Length', String(bytes.length));
  if (request.method === 'HEAD' || bytes.length <= ASSET_PART_BYTES) return void response.end(bytes);
  await writeInParts(response, bytes);
}

/** Writes a body as fast as the client reads it, so that many clients at once delay nobody else. */
async function writeInParts(response: Response, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += ASSET_PART_BYTES) {
    await takeTurn();
    // The client has left.
    if (response.closed) return;
    const part = bytes.subarray(at, at + ASSET_PART_BYTES);
    await new Promise((resolve) => response.write(part, resolve));
  }
  response.end();
}

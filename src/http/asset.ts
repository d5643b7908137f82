import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { hasTag, tagOf } from './tag.ts';

/**
 * A body that is the same for everybody. Its bytes are held once in each encoding, however many
 * clients are sent them at a time: a socket refers to them until it has sent them.
 */
export interface Asset {
  /** A file extension or a media type. */
  type: string;
  cacheControl: string;
  tag: string;
  /** What it can be had in, the smallest first. */
  encodings: readonly Encoding[];
  bytes(encoding: Encoding): Promise<Buffer>;
}

const COMPRESS = {
  br: promisify((bytes: Buffer, done: (error: Error | null, bytes: Buffer) => void) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, done),
  ),
  gzip: promisify((bytes: Buffer, done: (error: Error | null, bytes: Buffer) => void) =>
    gzip(bytes, { level: 9 }, done),
  ),
};

/** An asset of a text that is made while the service runs; it is compressed when first asked for. */
export function assetOf(type: string, text: string): Asset {
  const identity = Buffer.from(text);
  return {
    type,
    cacheControl: 'no-cache',
    tag: tagOf(text),
    encodings: ['br', 'gzip', 'identity'],
    bytes: once((encoding) =>
      encoding === 'identity' ? Promise.resolve(identity) : COMPRESS[encoding](identity),
    ),
  };
}

/** Remembers what `load` gave for each encoding, unless it failed. */
export function once(load: (encoding: Encoding) => Promise<Buffer>): Asset['bytes'] {
  const loaded = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = loaded.get(encoding);
    if (known) return known;
    const loading = load(encoding);
    loaded.set(encoding, loading);
    loading.catch(() => loaded.delete(encoding));
    return loading;
  };
}

/** Sends an asset in the encoding that the client prefers, or a 304 to whoever has it. */
export async function answerAsset(request: Request, response: Response, asset: Asset): Promise<void> {
  const encoding = preferredEncoding(request.headers['accept-encoding'], asset.encodings);
  response.set({ 'Cache-Control': asset.cacheControl, ETag: asset.tag });
  if (asset.encodings.length > 1) response.vary('Accept-Encoding');
  if (hasTag(request, asset.tag)) return void response.status(304).end();
  const bytes = await asset.bytes(encoding);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.type(asset.type).set('Content-Length', String(bytes.length)).end(bytes);
}

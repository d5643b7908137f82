import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { FairQueue } from '@provender/fair-pool/fair-queue';

/** A content coding that the service supports; `identity` means none. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Compression shares the four threads of the pool with DNS and file access. */
const queue = new FairQueue({ name: 'compression', share: 2, maxWaiting: 64 });
const EVERY = 'responses';
const GZIP = { level: 5 };
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/**
 * Compresses a response off the event loop, at a fast level. Returns undefined when too many responses are
 * queued; this one is then sent uncompressed.
 */
export async function compress(
  text: string,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer | undefined> {
  try {
    await queue.enter(EVERY);
  } catch {
    return undefined;
  }
  const work = encoding === 'gzip' ? promisify(gzip)(text, GZIP) : promisify(brotliCompress)(text, BROTLI);
  return work.catch(() => undefined).finally(() => queue.leave(EVERY));
}

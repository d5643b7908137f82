import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** Compression shares the four threads of the pool with DNS and file access. */
const MAX_AT_A_TIME = 2;
const MAX_WAITING = 64;
const GZIP = { level: 5 };
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

let atWork = 0;
const waiting: (() => void)[] = [];

/**
 * Compresses a response off the event loop, at a fast level. Returns undefined when too many responses are queued;
 * this one is then sent uncompressed.
 */
export async function compress(
  text: string,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer | undefined> {
  if (atWork < MAX_AT_A_TIME) atWork++;
  else if (waiting.length >= MAX_WAITING) return undefined;
  // A finished compression hands its slot to the next in the queue.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await compressed(text, encoding);
  } catch {
    return undefined;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atWork--;
  }
}

function compressed(text: string, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes));
    if (encoding === 'gzip') gzip(text, GZIP, done);
    else brotliCompress(text, BROTLI, done);
  });
}

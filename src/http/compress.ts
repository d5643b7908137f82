import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** Compression shares its four threads with name look-ups and files. */
const MAX_AT_A_TIME = 2;
const MAX_WAITING = 64;
const GZIP = { level: 5 };
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

let atWork = 0;
const waiting: (() => void)[] = [];

/**
 * Compresses an answer beside the event loop, quickly rather than well. Undefined when too many others
 * wait for it: then the answer goes out as it is.
 */
export async function compress(
  text: string,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer | undefined> {
  if (atWork < MAX_AT_A_TIME) atWork++;
  else if (waiting.length >= MAX_WAITING) return undefined;
  // Whoever is done hands its place on.
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

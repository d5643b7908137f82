import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { listOf } from '../text/list-of.ts';

const KIB = 1_024;
const LIMIT = 256 * KIB;

/** Bodies with a Content-Encoding that may be wrong. */
export const ENCODED_BODIES: readonly [encoding: string, body: Buffer][] = [
  ['gzip', gzipSync('{"name":1}')],
  ['gzip', gzipSync(Buffer.alloc(64 * KIB * KIB, ' '))],
  ['gzip', gzipSync(`{"name":"${'x'.repeat(LIMIT)}"}`)],
  ['gzip', gzipSync('{"name":1}').subarray(0, 12)],
  ['gzip', Buffer.from('{"name":1}')],
  ['gzip', Buffer.concat([gzipSync('{}'), Buffer.from('junk')])],
  ['deflate', deflateSync(Buffer.alloc(KIB * KIB, ' '))],
  ['deflate', Buffer.from('junk')],
  ['br', brotliCompressSync(Buffer.alloc(16 * KIB * KIB, ' '))],
  ['br', Buffer.from('junk')],
  ['gzip, gzip', gzipSync(gzipSync('{"name":1}'))],
  ...['zstd', 'compress', 'junk', 'identity', '*', ' '].map((name): [string, Buffer] => [
    name,
    Buffer.from('{}'),
  ]),
];

export const CONTENT_TYPES: readonly string[] = [
  ...listOf(String.raw`
    text/plain  text/json  application/xml  application/x-www-form-urlencoded  json  */*  /  ;  application/json;;;
    application/json, text/plain  application/json; charset=utf-16  application/json; charset  APPLICATION/JSON
    application/vnd.api+json  multipart/form-data; boundary=x  application/graphql  application/json-patch+json`),
  '',
  'application/json\xff',
  'x'.repeat(5_000),
];

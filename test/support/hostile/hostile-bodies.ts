import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { nested, nestedObjects } from './hostile-values.ts';
import { listOf } from '../text/list-of.ts';
import type { WireRequest } from '../http/wire.ts';

const KIB = 1_024;
const LIMIT = 256 * KIB;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Bodies that are not JSON, not an object, or too large, deep or wide. */
export const HOSTILE_BODIES: readonly NonNullable<WireRequest['body']>[] = [
  '',
  ' ',
  '\0',
  '{}\0',
  '\ufeff{}',
  '{"a":"\n"}',
  '--x\r\n\r\n',
  ...listOf(String.raw`
    {  }  {]  null  true  0  "text"  []  [{}]  NaN  Infinity  -  1e400  {'a':1}  {"a":1,}  {a:1}  {"a":01}  {"a":.5}
    {"a":1}{"a":1}  /**/{}  {"a":"\x"}  {"a":"\u12"}  <xml/>  name=a&price=1  {"":1}  {" ":1}  {"\u0000":1}
    {"\ud800":1}  {"__proto__":{"name":"a"}}  {"constructor":1}  {"toString":2,"valueOf":3,"hasOwnProperty":1}
    {"id":1,"status":"completed","account_id":1}  {"name":"a","name":0}  {"a.b":1,"a[0]":2,"$ref":3}`),
  latin1('{"name":"\xff"}'),
  latin1('{"name":"\xc0\x80"}'),
  latin1('{"name":"\xed\xa0\x80"}'),
  latin1('{"name":"\xf4\x90\x80\x80"}'),
  Buffer.from('{"name":"a"}', 'utf16le'),
  `${' '.repeat(LIMIT - 2)}{}`,
  `${' '.repeat(LIMIT - 1)}{}`,
  'x'.repeat(LIMIT),
  `{"${'k'.repeat(200_000)}":1}`,
  `{"n":${'1'.repeat(200_000)}}`,
  `{"n":"${String.raw`\u0000`.repeat(40_000)}"}`,
  nested(10_000),
  nested(LIMIT / 2),
  nestedObjects(40_000),
  `{"name":${nested(120_000)}}`,
  `{"products":${nestedObjects(35_000)}}`,
  `{${Array.from({ length: 40_000 }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`,
  `{"products":[${'{},'.repeat(501)}{}]}`,
  `{"products":[${'{"product_id":1,"quantity":1},'.repeat(500)}{}]}`,
  `{"branches":[${'{"name":"a","address":"b"},'.repeat(200)}{}]}`,
  [Buffer.from('{"na'), Buffer.from('me":1}')],
  [Buffer.alloc(LIMIT, ' '), Buffer.from('{}')],
  [],
];

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

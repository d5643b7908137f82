import { listOf } from '../text/list-of.ts';
import type { WireRequest } from '../http/wire.ts';

type Headers = NonNullable<WireRequest['headers']>;

/** Headers that any endpoint may receive. */
export const HOSTILE_HEADERS: readonly Headers[] = [
  ...each('Idempotency-Key', '', 'a b', '\xe9', 'k'.repeat(256), 'k'.repeat(5_000), '__proto__', "'; --"),
  ...each('If-None-Match', '', '*', ' * ', '"', 'W/', 'W/"', ',,,', '\xff', '"a",'.repeat(2_000)),
  ...each(
    'X-Request-Id',
    '',
    'a b',
    'x'.repeat(128),
    'x'.repeat(129),
    '\xe9',
    '<script>',
    '${jndi:ldap://x}',
  ),
  ...each('Accept', '', 'text/html', 'junk', '*/*;q=nine', 'text/html;q=0'),
  ...each('Accept-Encoding', '', 'junk', 'gzip;q=nine', 'identity;q=0, *;q=0'),
  ...each('Origin', '', 'null', 'junk', 'http://evil.example', '\xff'),
  ...each('Host', 'evil.example', 'a:b:c', '[::', '127.0.0.1:99999', '@'),
  ...each('Expect', 'junk', ''),
  { 'Idempotency-Key': ['one', 'two'] },
  { 'X-Request-Id': ['one', 'two'] },
  { 'X-Forwarded-For': 'junk, ::1, 999.0.0.1', 'X-Forwarded-Proto': 'junk', 'X-Forwarded-Host': '@' },
  {
    'X-HTTP-Method-Override': 'DELETE',
    Forwarded: 'for="_x"',
    'If-Modified-Since': 'junk',
    Range: 'bytes=9-1',
  },
  { Cookie: '__proto__=1; a=%ff; =; ;', 'Accept-Language': '*', TE: 'trailers', Via: 'junk', DNT: 'x' },
  { 'Access-Control-Request-Method': 'junk' },
  { Connection: 'close' },
  { constructor: '1', prototype: '1' },
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`X-${index}`, 'y'])),
];

function each(name: string, ...values: string[]): Headers[] {
  return values.map((value) => ({ [name]: value }));
}

export const METHODS: readonly string[] = listOf(
  'GET  HEAD  POST  PUT  PATCH  DELETE  OPTIONS  TRACE  PROPFIND  QUERY  M-SEARCH',
);

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

/** Invalid credentials. */
export const HOSTILE_CREDENTIALS: readonly string[] = [
  '',
  ' ',
  'Bearer ',
  'Bearer \xff',
  'bearer\tprv_x',
  `Bearer prv_${'0'.repeat(49)}`,
  `Bearer ${'x'.repeat(10_000)}`,
  ...listOf("null  Bearer  Bearer a b  Basic YTpi  prv_x  Bearer prv_  Bearer ' OR 1=1"),
];

/** Path segments in place of an id. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  ...listOf(String.raw`
    x  0  -1  -0  1.5  1e3  0x1  01  +1  %201  1%20  NaN  null  undefined  true  (1)  [1]  {1}  |  \  *  ~  1,2
    9007199254740991  9007199254740992  9223372036854775807  9223372036854775808
    %00  1%00  %ff  %zz  %  %2  %c0%80  %ed%a0%80  %f0%9f%98%80  %D9%A1  %0d%0aX:%20y
    .  ..  ../..  ..%2f..%2fetc%2fpasswd  %2e%2e  %2F  1%2F2  1/2  1//  1;a=b  constructor  __proto__  toString
    1'--  %27%20OR%201%3D1  %3Cscript%3E`),
  '\xff',
  '1'.repeat(1_000),
  'x'.repeat(8_000),
];

export const HOSTILE_QUERIES: readonly string[] = [
  '',
  '%00=1',
  `page=${'9'.repeat(400)}`,
  `search=${'%25'.repeat(200)}`,
  `search=${'_'.repeat(201)}`,
  `search=${'a'.repeat(14_000)}`,
  'a=1&'.repeat(3_000),
  Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&'),
  ...listOf(String.raw`
    &&&  =  =x  %  ?  #x  %ff=%ff  %zz=%zz  +=+  __proto__=1  __proto__[x]=1  constructor=1  toString=1
    hasOwnProperty=1  PAGE=1  unknown=1  ;page=1  page  page=  page=+  page=0  page=-1  page=-0  page=1.5  page=1e3
    page=+1  page=%2B1  page=0x1  page=NaN  page=01  page=9007199254740993  page=9223372036854775808
    page=1&page=2  page[]=1  page[a][b]=1  page.x=1  page=1%00  page=%D9%A1  page=1#x  page=99999
    page=1001&per_page=100  per_page=0  per_page=101  per_page=1e2  per_page=9007199254740991&page=9007199254740991
    supermarket_id=0  supermarket_id=-1  supermarket_id=9007199254740991  supermarket_id=9007199254740992
    delivery_id=1.0  date_from=-001-01-01  date_to=10000-01-01  date_from=2026-01-02&date_to=2026-01-01
    status=PENDING  status=pending,completed  status=pending&status=pending  search=%ff  search=%ed%a0%80`),
];

/** Targets below /api/v1 in unusual forms. */
export const HOSTILE_TARGETS: readonly string[] = [
  ...listOf(String.raw`
    /api/v1  /api/v1/  /api/v1//  /api/v1//deliveries  /api/v1/deliveries/  /api/v1/Deliveries
    /api/v1/%64eliveries  /api/v1/deliveries%00  /api/v1/deliveries%3Fpage=1  /api/v1/deliveries#x  /api/v1/%
    /api/v1/deliveries;x=1  /api/v1/deliveries\  /api/v1/*  /api/v1/../../etc/passwd  /api/v1/..%2f..%2fetc
    http://evil.example/api/v1/deliveries  http://evil.example/api/v1/deliveries?page=1  x://y/api/v1/returns
    http://[::1/api/v1/deliveries  HTTP://x:99999/api/v1/returns?page=1`),
  '/api/v1/\xff',
  `/api/v1/${'a/'.repeat(6_000)}`,
  `/api/v1/deliveries?search=${'x'.repeat(20_000)}`,
];

export const METHODS: readonly string[] = listOf(
  'GET  HEAD  POST  PUT  PATCH  DELETE  OPTIONS  TRACE  PROPFIND  QUERY  M-SEARCH',
);

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectEnvelope } from '../support/http/envelope.ts';
import { exampleOf, mutantsOf } from '../support/http/from-schema.ts';
import { HOSTILE_HEADERS, METHODS } from '../support/hostile/hostile-requests.ts';
import { HOSTILE_JSON, shareOf } from '../support/hostile/hostile-values.ts';
import { listOf } from '../support/text/list-of.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const expectAnswer = attacksOn(service, expectEnvelope);

const endpoints = routes.map((route) => ({
  ...route,
  method: route.method.toUpperCase(),
  // Paths below a webhook contain the webhook's deliveries, not the account's.
  target: `/api/v1${route.path.replace(/(webhooks.*):delivery_id/, '$1:message_id')}`,
  request: route.body
    ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(exampleOf(route.body)) }
    : {},
}));

const lists = endpoints.filter(({ query }) => Object.keys(exampleOf(query) as object).length > 0);

describe.each(lists)('the query of $method $path', ({ method, target, query }) => {
  it('can be hostile', async () => {
    const names = Object.keys(exampleOf(query) as object);
    const own = names.flatMap((name) => shareOf(HOSTILE_TEXTS, 32).map((text) => `${name}=${encode(text)}`));
    for (const each of [...shareOf(HOSTILE_QUERIES, 6), ...own])
      await expectAnswer({ method, target: `${target}?${each}` });
  });

  it('can be anything else generated from its schema', async () => {
    const property = fc.asyncProperty(mutantsOf(query), async (json) => {
      await expectAnswer({ method, target: `${target}?${toQuery(JSON.parse(json))}` });
    });
    await fc.assert(property, { numRuns: 10 });
  });
});

describe.each(endpoints)('the address of $method $path', ({ method, target, request }) => {
  it('can have hostile text in place of ids, and hostile queries on endpoints without parameters', async () => {
    for (const name of target.match(/:\w+/g) ?? []) {
      for (const segment of shareOf(HOSTILE_SEGMENTS, 12)) {
        await expectAnswer({ ...request, method, target: target.replace(name, () => segment) });
      }
    }
    for (const query of ['__proto__=1', 'constructor=1&constructor=2', '%00=%ff', '=', 'page=1']) {
      await expectAnswer({ ...request, method, target: `${target}?${query}` });
    }
  });

  it('can be requested with any method', async () => {
    for (const each of shareOf(METHODS, 3)) await expectAnswer({ ...request, method: each, target });
  });
});

it('withstands hostile headers', async () => {
  const kinds = new Set([
    'GET /deliveries',
    'GET /products/:product_id',
    'POST /products',
    'PATCH /webhooks/:webhook_id',
  ]);
  for (const { path, method, target, request } of endpoints) {
    if (!kinds.has(`${method} ${path}`)) continue;
    for (const headers of HOSTILE_HEADERS) {
      await expectAnswer({ ...request, method, target, headers: { ...request.headers, ...headers } });
    }
  }
});

it('withstands hostile forms of its addresses', async () => {
  for (const target of HOSTILE_TARGETS) {
    await expectAnswer({ method: 'GET', target });
    await expectAnswer({ method: 'POST', target, body: '{}' });
  }
});

it('refuses invalid credentials', async () => {
  for (const Authorization of HOSTILE_CREDENTIALS) {
    const headers = { Authorization };
    const answer = await expectAnswer({ method: 'GET', target: '/api/v1/deliveries', headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  }
});

it('leaves nothing in the log but requests', () => expectQuietLog(service));

function toQuery(value: unknown): string {
  const entries = Object.entries(Object(value)).map(([name, part]) => [encode(name), toText(part)]);
  return entries
    .map((entry) => entry.join('='))
    .join('&')
    .slice(0, 8_000);
}

function toText(part: unknown): string {
  return encode(typeof part === 'string' ? part : JSON.stringify(part));
}

/** Encodes a text for a URL. Placeholders stay, and long texts are cut to what fits into a request line. */
function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 1_000).toWellFormed()).replace(/^%3A(?=\w+_id$)/, ':');
}

/** Invalid credentials. */
const HOSTILE_CREDENTIALS: readonly string[] = [
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
const HOSTILE_SEGMENTS: readonly string[] = [
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

const HOSTILE_QUERIES: readonly string[] = [
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
const HOSTILE_TARGETS: readonly string[] = [
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

const HOSTILE_TEXTS: readonly string[] = HOSTILE_JSON.map((json) => JSON.parse(json)).filter(
  (value) => typeof value === 'string',
);

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectEnvelope } from '../support/http/envelope.ts';
import { exampleOf, mutantsOf } from '../support/http/from-schema.ts';
import {
  HOSTILE_CREDENTIALS,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  HOSTILE_TARGETS,
  METHODS,
} from '../support/hostile/hostile-requests.ts';
import { HOSTILE_TEXTS, shareOf } from '../support/hostile/hostile-values.ts';
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

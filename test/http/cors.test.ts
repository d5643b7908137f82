import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowOrigins } from '../../src/http/admission/prepare-request.ts';
import type { RecallingLimiter } from '../../src/http/admission/admission.ts';
import { Exchange } from '../../src/http/response/exchange.ts';
import { createAccount } from '../support/service/account.ts';
import { expectCommonHeaders, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const ORIGIN = { Origin: 'https://shop.example' };

/** Sends a preflight like a browser. */
function preflight(path: string, method: string, headers = 'authorization,content-type,idempotency-key') {
  return request(service.url, 'OPTIONS', path, {
    headers: {
      ...ORIGIN,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    },
  });
}

/** Returns the names in a comma-separated header, in lower case. */
function namesIn(value: string | null): string[] {
  return (value ?? '').toLowerCase().split(/ *, */);
}

describe('a preflight', () => {
  it.each([
    '/deliveries',
    '/products/1',
    '/nothing',
    '//graphql',
    '//export/products.csv',
    '//photos',
    '//photos/1',
    '//import/products',
  ])('to %s needs no key', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH']) {
      const answer = await preflight(path, method);
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      expectCommonHeaders(answer);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(namesIn(answer.headers.get('Access-Control-Allow-Methods'))).toContain(method.toLowerCase());
    }
  });

  it('allows the headers that clients send', async () => {
    const { headers } = await preflight('/products', 'POST');
    expect(namesIn(headers.get('Access-Control-Allow-Headers'))).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'idempotency-key',
        'if-none-match',
        'x-request-id',
      ]),
    );
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0);
  });

  it('counts for nothing', async () => {
    // The process remembers what it counted last, and files before this one have used up something.
    await request(service.url, 'GET', '/products');
    const before = await preflight('/products', 'POST');
    const after = await preflight('/products', 'POST');
    const remaining = after.headers.get('X-RateLimit-Remaining');
    expect(remaining).toBe(before.headers.get('X-RateLimit-Remaining'));
    const counted = await request(service.url, 'GET', '/products');
    expect(counted.headers.get('X-RateLimit-Remaining')).toBe(String(Number(remaining) - 1));
  });
});

describe('an OPTIONS request that is not a preflight', () => {
  it('needs a key like any other', async () => {
    const answer = await request(service.url, 'OPTIONS', '/products', { headers: ORIGIN });
    expectError(answer, 401, 'unauthorized');
  });
});

describe('a response to another origin', () => {
  const EXPOSED = [
    'etag',
    'idempotent-replayed',
    'link',
    'location',
    'retry-after',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-request-id',
  ];

  it('can be read, and so can its headers', async () => {
    const account = await createAccount(service);
    for (const path of ['/products', '/products/1', '/nothing']) {
      const { headers } = await account.call('GET', path, { headers: ORIGIN });
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(namesIn(headers.get('Access-Control-Expose-Headers'))).toEqual(expect.arrayContaining(EXPOSED));
    }
  });

  it('can be read when it is an error', async () => {
    const answer = await request(service.url, 'GET', '/products', { headers: ORIGIN });
    expectError(answer, 401, 'unauthorized');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('never accepts credentials', async () => {
    const account = await createAccount(service);
    const headers = { ...ORIGIN, Cookie: 'session=1' };
    const answers = [
      await preflight('/products', 'GET'),
      await account.call('GET', '/products', { headers }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(headers.get('Set-Cookie')).toBeNull();
    }
  });
});

describe('a service that names the origins', () => {
  it('lets only these read its responses', async () => {
    const app = express();
    app.use((incoming, _response, next) => {
      incoming.exchange = new Exchange(incoming, 'id');
      next();
    });
    const usage = { limit: 1, remaining: 1, resetAt: Date.now() };
    const limiter = { recall: () => ({ hour: usage, minute: usage }) } as RecallingLimiter;
    app.use(allowOrigins(['https://shop.example', 'https://app.example'], limiter));
    app.use(({ exchange }, _response) => exchange.respond(200, '{}'));
    const server = app.listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const allowed = async (origin: string, method: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
      const response = await fetch(`http://127.0.0.1:${port}/products`, { method, headers });
      return response.headers.get('Access-Control-Allow-Origin');
    };
    for (const method of ['GET', 'OPTIONS']) {
      for (const origin of ['https://shop.example', 'https://app.example']) {
        expect(await allowed(origin, method)).toBe(origin);
      }
      for (const origin of [
        'https://evil.example',
        'http://shop.example',
        'https://shop.example.evil',
        'null',
      ]) {
        expect(await allowed(origin, method)).toBeNull();
      }
    }
  });
});

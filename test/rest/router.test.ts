import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe.each([...new Set(routes.map((route) => route.path))])('%s', (path) => {
  const here = routes.filter((route) => route.path === path);
  const methods = new Set(here.map(({ method }) => method.toUpperCase()));
  const allowed = METHODS.filter((method) => methods.has(method === 'HEAD' ? 'GET' : method));
  const target = path.replace(/:\w+/g, '1');

  it('refuses every other method and lists the supported ones', async () => {
    const account = await createAccount(service);
    for (const method of METHODS.filter((name) => !allowed.includes(name))) {
      const answer = await account.call(method, target);
      expect(answer.status).toBe(405);
      // A response to HEAD has no body to check.
      expect(answer.json?.error.code).toBe(method === 'HEAD' ? undefined : 'method_not_allowed');
      expect(answer.headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining(allowed));
      expect(answer.headers.get('Allow')?.split(', ')).toHaveLength(allowed.length);
    }
  });

  it('requires a key before it lists its methods', async () => {
    const answer = await request(service.url, 'DELETE', target);
    expectError(answer, 401, 'unauthorized');
    expect(answer.headers.get('Allow')).toBeNull();
  });

  it('lists its methods in response to OPTIONS', async () => {
    const account = await createAccount(service);
    const { status, headers } = await account.call('OPTIONS', target);
    expect(status).toBe(204);
    expect(headers.get('Allow')).toBe(allowed.join(', '));
  });

  it('ignores a trailing slash, and accepts no other part after it', async () => {
    const account = await createAccount(service);
    const answer = await account.call('PUT', `${target}/`);
    expectError(answer, 405, 'method_not_allowed');
    expectError(await account.call(allowed[0]!, `${target}/x/y`), 404, 'not_found');
  });
});

// A path that ends with a word, one that ends with a parameter, and one that no GET has.
it.each([
  ['GET', '/products'],
  ['GET', '/products/1'],
  ['POST', '/products/1/archive'],
])('accepts nothing that is malformed after %s %s', async (method, target) => {
  const account = await createAccount(service);
  for (const rubbish of ['/x/y', '//', ';x', '.json', '%2F', '/%zz']) {
    expectError(await account.call(method, target + rubbish), 404, 'not_found');
  }
});

describe('GET /', () => {
  it('redirects browsers to the web page, and returns links to programs', async () => {
    const browser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    const { status, headers } = await request(service.url, 'GET', '//', browser);
    expect([status, headers.get('Location'), headers.get('Vary')]).toEqual([302, '/settings', 'Accept']);
    const program = await request(service.url, 'GET', '//');
    expect(program.headers.get('Vary')).toBe('Accept');
    for (const link of ['openapi', 'docs', 'health']) {
      expect((await fetch(program.json[link])).status).not.toBe(404);
    }
    expect(program.json.rest).toBe(`${service.url}/api/v1`);
  });

  it('has an icon', async () => {
    const { status, headers, text } = await request(service.url, 'GET', '//favicon.ico');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toContain('<svg');
  });
});

describe('the order of checks', () => {
  it('authenticates before it reads the body', async () => {
    const answer = await request(service.url, 'POST', '/products', { key: 'prv_bad', raw: '{' });
    expectError(answer, 401, 'unauthorized');
  });

  it('checks the scope before it reads the body', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:read']);
    const headers = { 'Content-Type': 'text/plain' };
    expectError(await account.call('POST', '/products', { key, raw: '{' }), 403, 'insufficient_scope');
    const answer = await account.call('POST', '/products', { key, raw: 'x'.repeat(300_000), headers });
    expectError(answer, 403, 'insufficient_scope');
  });

  it('checks the scope before it looks up the record', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:write']);
    expectError(await account.call('GET', '/products/1', { key }), 403, 'insufficient_scope');
  });

  it('checks the input before it looks up the record', async () => {
    const account = await createAccount(service);
    const answer = await account.call('PATCH', '/products/1', { body: { price: -1 } });
    expectError(answer, 400, 'validation_error', 'price');
    const move = await account.call('PATCH', '/deliveries/1', { body: { status: 'lost' } });
    expectError(move, 400, 'validation_error', 'status');
  });
});

describe('a request line', () => {
  it('can contain the whole URL', async () => {
    const account = await createAccount(service);
    await createProduct(account, { category: 'dairy' });
    const { status, headers } = await send(account.key, 'http://elsewhere.example/api/v1/products?page=1');
    expect(status).toBe(200);
    expect(headers.link).toContain(`<${service.url}/api/v1/products?page=1`);
    expect(headers.link).not.toContain('elsewhere');
  });

  it('can have a percent-encoded query, valid or not', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: '100 %zz juice' });
    for (const search of ['100+%25', '%zz', '%31%30%30']) {
      expect(expectData(await account.call('GET', `/products?search=${search}`))).toEqual([product]);
    }
  });
});

/** Sends a GET whose request line is exactly `target`, which fetch would not. */
async function send(key: string, target: string) {
  const { hostname, port } = new URL(service.url);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const options = { hostname, port, path: target, headers: { Authorization: `Bearer ${key}` } };
    httpRequest(options, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('an unknown path', () => {
  const PATHS = ['/', '', '/unknown', '/Deliveries', '/deliveries/1/unknown', '/%zz', '/%c3%28', '/..%2f'];

  it.each(PATHS)('finds nothing at %j', async (path) => {
    const account = await createAccount(service);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await account.call(method, path);
      expectError(answer, 404, 'not_found');
    }
  });

  it.each(PATHS)('requires a key at %j', async (path) => {
    expectError(await request(service.url, 'GET', path), 401, 'unauthorized');
  });

  it('reports what arrived, shortened and without the query, and what would work', async () => {
    const account = await createAccount(service);
    const message = async (path: string) => (await account.call('GET', path)).json.error.message as string;
    expect(await message('/shelves?key=secret')).toBe(
      `No route for GET /api/v1/shelves. All endpoints: ${service.url}/docs`,
    );
    expect((await message(`/${'x'.repeat(5_000)}`)).length).toBeLessThan(400);
    const outside = await request(service.url, 'GET', '//setings');
    expect(outside.json.error.message).toBe(`No route for GET /setings. All endpoints: ${service.url}/docs`);
  });

  it.each([
    ['/deliverys', '/deliveries'],
    ['/Products/7', '/products/7'],
    ['/supermarket', '/supermarkets'],
    ['/webhooks/7/delivery/msg_1/resend', null],
    ['/webhooks/7/deliveris/msg_1/resent', '/webhooks/7/deliveries/msg_1/resend'],
    ['/deliveries/7/products', null],
  ])('suggests for %s the path %s', async (path, meant) => {
    const account = await createAccount(service);
    const { message } = (await account.call('GET', path)).json.error;
    const help = meant === null ? `All endpoints: ${service.url}/docs` : `Did you mean /api/v1${meant}?`;
    expect(message).toBe(`No route for GET /api/v1${path}. ${help}`);
  });

  it('says which methods a path has', async () => {
    const account = await createAccount(service);
    const { message } = (await account.call('PUT', '/supermarkets?key=secret')).json.error;
    expect(message).toBe('PUT is not allowed on /api/v1/supermarkets. Allowed: GET, HEAD, POST');
    const one = await account.call('DELETE', '/products/7');
    expect(one.json.error.message).toBe(
      'DELETE is not allowed on /api/v1/products/7. Allowed: GET, HEAD, PATCH. ' +
        'To archive a product, use POST /products/{id}/archive',
    );
  });

  it('uses the envelope outside the base path too', async () => {
    const { status, json } = await request(service.url, 'GET', '//api/v2/deliveries');
    expect(status).toBe(404);
    expect(json).toEqual({
      status: 'error',
      error: {
        code: 'not_found',
        message: expect.any(String),
        field: null,
        problem: 'no_route',
        values: null,
      },
    });
  });
});

describe('an unknown name', () => {
  it('is reported with the supported ones', async () => {
    const account = await createAccount(service);
    const query = await account.call('GET', '/deliveries?state=pending');
    expectError(query, 400, 'validation_error', 'state');
    expect(query.json.error.message).toBe(
      "Unknown query parameter 'state'. Supported: status, date_from, date_to, supermarket_id, subchain_id, receipt_state, reference, created_from, created_to, updated_since, page, per_page, view",
    );
    const body = { supermarket_id: 1, subchain_id: 1, delivery_date: '2099-01-01' };
    const products = [{ product_id: 1, quantity: 1, price: 1 }];
    const line = await account.call('POST', '/deliveries', { body: { ...body, products } });
    expectError(line, 400, 'validation_error', 'products[0].price');
    expect(line.json.error.message).toBe(
      "Unknown field 'products[0].price'. Supported: product_id, quantity, lots",
    );
    const unnamed = await account.call('POST', '/deliveries', {
      body: { ...body, '': 1, products: [{ '': 1 }] },
    });
    expect(unnamed.json.error.details.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['', 'products[0].']),
    );
    const parameter = await account.call('GET', '/deliveries?=1');
    expectError(parameter, 400, 'validation_error', '');
    expect(parameter.json.error.message).toContain("Unknown query parameter ''.");
    const one = await account.call('GET', '/webhooks/1?fields=id');
    expect(one.json.error.message).toBe("Unknown query parameter 'fields'. None are supported here");
  });
});

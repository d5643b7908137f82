import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(service);
  for (let i = 0; i < 12; i++) await createProduct(account);
});

interface Options {
  method?: string;
  encoding?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Returns a response with its raw bytes. */
function ask(path: string, { method = 'GET', encoding, headers, body }: Options = {}) {
  return new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }>(
    (resolve, reject) => {
      const options = {
        method,
        headers: {
          Authorization: `Bearer ${account.key}`,
          ...(encoding !== undefined && { 'Accept-Encoding': encoding }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      };
      const asked = send(service.url + path, options, (response) => {
        buffer(response).then(
          (bytes) => resolve({ status: response.statusCode!, headers: response.headers as never, bytes }),
          reject,
        );
      });
      asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    },
  );
}

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const LIST = '/api/v1/products?per_page=100';

describe('a response above 1 KiB', () => {
  it.each<[string, string]>([
    ['gzip, deflate, br', 'gzip'],
    ['br', 'br'],
    ['gzip;q=0.5, br;q=0.8', 'br'],
    ['gzip;q=0, *', 'br'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['GZip', 'gzip'],
  ])('is sent for Accept-Encoding: %s as %s', async (encoding, expected) => {
    const plain = await ask(LIST);
    const { status, headers, bytes } = await ask(LIST, { encoding });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(expected);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(UNPACK[expected]!(bytes).toString()).toBe(plain.bytes.toString());
  });

  it.each(['identity', 'deflate', 'gzip;q=0', 'gzip;q=0.5, identity', '', '*;q=0', 'identity, gzip;q=0.9'])(
    'is sent uncompressed for Accept-Encoding: %s',
    async (encoding) => {
      const { headers, bytes } = await ask(LIST, { encoding });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(bytes.toString()).data.length).toBe(12);
    },
  );

  it('has the same headers for HEAD', async () => {
    const got = await ask(LIST, { encoding: 'gzip' });
    const { headers, bytes } = await ask(LIST, { encoding: 'gzip', method: 'HEAD' });
    expect(bytes.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'vary']) {
      expect(headers[name]).toBe(got.headers[name]);
    }
  });

  it('is compressed over GraphQL too, and when it is an error', async () => {
    const body = { query: '{ products(first: 12) { nodes { id name category price weight createdAt } } }' };
    const { headers, bytes } = await ask('/graphql', { method: 'POST', encoding: 'gzip', body });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString()).data.products.nodes.length).toBe(12);

    const wrong = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`unknown_field_${at}`, at]));
    const refused = await ask('/api/v1/products', { method: 'POST', encoding: 'gzip', body: wrong });
    expect(refused.status).toBe(400);
    expect(refused.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(refused.bytes).toString()).error.details.length).toBeGreaterThan(10);
  });

  it('is the same when it is replayed', async () => {
    const { id } = await createProduct(account);
    const branches = Array.from({ length: 20 }, (_, at) => ({
      name: `Branch ${at}`,
      address: `${at} High Street`,
    }));
    const body = { name: 'Big', contact_email: 'big@shop.example', branches };
    const options = { method: 'POST', encoding: 'gzip', body, headers: { 'Idempotency-Key': `k-${id}` } };
    const first = await ask('/api/v1/supermarkets', options);
    const again = await ask('/api/v1/supermarkets', options);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(again.bytes).toString()).toBe(gunzipSync(first.bytes).toString());
  });

  it('keeps its weak ETag, by which a client of either encoding gets a 304', async () => {
    const branches = Array.from({ length: 20 }, (_, at) => ({
      name: `Branch ${at}`,
      address: `${at} High Street`,
    }));
    const body = { name: 'Tagged', contact_email: 'big@shop.example', branches };
    const { bytes } = await ask('/api/v1/supermarkets', { method: 'POST', body });
    const path = `/api/v1/supermarkets/${JSON.parse(bytes.toString()).data.id}`;
    const { headers } = await ask(path, { encoding: 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers.etag).toMatch(/^W\//);
    const unchanged = await ask(path, { encoding: 'gzip', headers: { 'If-None-Match': headers.etag! } });
    expect(unchanged).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    expect(unchanged.headers['content-encoding']).toBeUndefined();
  });

  it('is correct also for many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask(LIST, { encoding: 'gzip' })));
    for (const { headers, bytes } of answers) {
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(JSON.parse(text.toString()).status).toBe('success');
    }
  });
});

describe('a short response', () => {
  it('is sent uncompressed', async () => {
    const { id } = await createProduct(account);
    const { headers } = await ask(`/api/v1/products/${id}`, { encoding: 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
  });

  it('is compressed for clients that accept nothing else', async () => {
    const { id } = await createProduct(account);
    const { headers, bytes } = await ask(`/api/v1/products/${id}`, { encoding: 'gzip, identity;q=0' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString()).data.id).toBe(id);
  });
});

it('live streams are not compressed', async () => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${account.key}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      'Accept-Encoding': 'gzip',
    },
    body: JSON.stringify({ query: 'subscription { events { id } }' }),
  });
  expect(response.headers.get('Content-Encoding')).toBeNull();
  await response.body!.cancel();
});

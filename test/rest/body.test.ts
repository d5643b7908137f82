import { request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const MAX_BYTES = 256 * 1024;
const TEXT = JSON.stringify({ name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' });

const ALMOST_JSON = `{ {"name":"Bread",} {name:"Bread"} {'name':'Bread'} Bread undefined NaN {"price":01} {"price":+1} [1,]`;
const NO_JSON = ['', ' ', `${TEXT}x`, TEXT + TEXT, '{"name":"a\nb"}', ...ALMOST_JSON.split(' ')];

/** Posts bytes as a product and returns the response. */
async function post(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const account = await createAccount(service);
  return account.call('POST', '/products', { raw, headers });
}

describe('a body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=iso-8859-1',
    'APPLICATION/JSON ; profile=x',
  ])('is accepted as %s', async (type) => {
    expectData(await post(TEXT, { 'Content-Type': type }), 201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/jsonx',
    'text/json',
    'json',
    '*/*',
    '',
  ])('is refused as %j', async (type) => {
    expectError(await post(TEXT, { 'Content-Type': type }), 415, 'unsupported_media_type');
  });

  it('is refused without a Content-Type', async () => {
    const account = await createAccount(service);
    const { id } = await createProduct(account);
    expect(await send('POST', '/products', account.key, [TEXT])).toBe(415);
    expect(await send('PATCH', `/products/${id}`, account.key, ['{"price":1}'])).toBe(415);
  });

  it.each(NO_JSON)('is refused as invalid JSON: %j', async (raw) => {
    expectError(await post(raw), 400, 'invalid_json');
  });

  it('is refused as invalid JSON when it is missing', async () => {
    const account = await createAccount(service);
    const { id } = await createProduct(account);
    expectError(await account.call('POST', '/products'), 400, 'invalid_json');
    expectError(await account.call('PATCH', `/products/${id}`), 400, 'invalid_json');
  });

  it.each([
    ['a byte that never occurs', [0xff]],
    ['a character cut short', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
  ])('is refused as invalid UTF-8 with %s', async (_what, bytes) => {
    const [head, tail] = TEXT.split('Bread');
    const raw = Buffer.concat([Buffer.from(head!), Buffer.from(bytes), Buffer.from(tail!)]);
    expectError(await post(new Uint8Array(raw)), 400, 'invalid_json');
  });

  it('is refused in UTF-16', async () => {
    expectError(await post(new Uint8Array(Buffer.from(TEXT, 'utf16le'))), 400, 'invalid_json');
  });

  it.each(['null', 'true', '1', '"Bread"', '[]', `[${TEXT}]`, `${'['.repeat(1_000)}${']'.repeat(1_000)}`])(
    'that is %s is JSON, but no object',
    async (raw) => {
      expectError(await post(raw), 400, 'validation_error');
    },
  );

  it('can be nested deeper than the stack', async () => {
    const raw = `{"name":${'['.repeat(120_000)}${']'.repeat(120_000)}}`;
    const answer = await post(raw);
    expect([answer.status, answer.json.error.field]).toEqual([400, 'name']);
    const keyed = await post(raw, { 'Idempotency-Key': 'deep' });
    expect(keyed.text).toBe(answer.text);
  });
});

describe('the size of a body', () => {
  const full = TEXT.padEnd(MAX_BYTES);

  it('can be 256 KiB', async () => {
    expectData(await post(full), 201);
  });

  it('cannot be a byte more', async () => {
    expectError(await post(`${full} `), 413, 'payload_too_large');
    expectError(await post('x'.repeat(5 * MAX_BYTES)), 413, 'payload_too_large');
  });

  it('is limited without a Content-Length', async () => {
    const { key } = await createAccount(service);
    const type = { 'Content-Type': 'application/json' };
    expect(await send('POST', '/products', key, [full], type)).toBe(201);
    expect(await send('POST', '/products', key, [full, ' '], type)).toBe(413);
  });

  it('is limited after decompression', async () => {
    const bomb = gzipSync(' '.repeat(100 * MAX_BYTES));
    expectError(await post(new Uint8Array(bomb), { 'Content-Encoding': 'gzip' }), 413, 'payload_too_large');
  });
});

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is accepted in %s', async (encoding, compress) => {
    expectData(await post(new Uint8Array(compress(TEXT)), { 'Content-Encoding': encoding }), 201);
  });

  it('is refused when it is invalid or incomplete', async () => {
    expectError(await post(TEXT, { 'Content-Encoding': 'gzip' }), 400, 'invalid_json');
    const half = new Uint8Array(gzipSync(TEXT).subarray(0, 20));
    expectError(await post(half, { 'Content-Encoding': 'gzip' }), 400, 'invalid_json');
  });

  it.each(['lzma', 'gzip, gzip'])('is refused in %s', async (encoding) => {
    expectError(await post(TEXT, { 'Content-Encoding': encoding }), 415, 'unsupported_media_type');
  });
});

/** Sends chunks without a Content-Length, and returns the status. */
function send(method: string, path: string, key: string, chunks: string[], headers: object = {}) {
  return new Promise<number | undefined>((resolve, reject) => {
    const options = { method, headers: { Authorization: `Bearer ${key}`, ...headers } };
    const request = httpRequest(`${service.url}/api/v1${path}`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

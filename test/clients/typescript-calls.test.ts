import { expect, expectTypeOf, it } from 'vitest';
import { createClient, type Product, type Provender } from 'provender-client';
import { createAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function open(): Promise<{ client: Provender; path: { product_id: number } }> {
  const account = await createAccount(service);
  const client = createClient({ baseUrl: `${service.url}/api/v1`, apiKey: account.key });
  return { client, path: { product_id: (await createProduct(account)).id } };
}

it('returns the status, the headers and the ETag of a response beside its data', async () => {
  const { client } = await open();
  const body = { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' };
  const created = await client.createProduct({ body }, { requestId: 'mine' });
  expect(created).toMatchObject({ status: 201, etag: expect.stringMatching(/^W\/"/), data: body });
  expect(created.headers.get('X-Request-Id')).toBe('mine');
  expect(Number(created.headers.get('X-RateLimit-Remaining'))).toBeGreaterThan(0);
  const list = await client.listProducts();
  expect(list).toMatchObject({ status: 200, etag: null, pagination: { total: 2 } });
  expectTypeOf(created.etag).toEqualTypeOf<string>();
  expectTypeOf(list.etag).toEqualTypeOf<null>();
});

it('changes a record only if it is the version that was read', async () => {
  const { client, path } = await open();
  const { etag } = await client.getProduct({ path });
  const changed = await client.updateProduct({ path, body: { price: 4 } }, { ifMatch: etag });
  expect(changed.data.price).toBe(4);
  const late = client.updateProduct({ path, body: { price: 5 } }, { ifMatch: etag });
  await expect(late).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
  await client.updateProduct({ path, body: { price: 5 } }, { ifMatch: changed.etag });
  expect((await client.getProduct({ path })).data.price).toBe(5);
});

it('downloads a record only if it has changed', async () => {
  const { client, path } = await open();
  const first = await client.getProduct({ path });
  expectTypeOf(first.data).toEqualTypeOf<Product>();
  const same = await client.getProduct({ path }, { ifNoneMatch: first.etag });
  expectTypeOf(same.data).toEqualTypeOf<Product | null>();
  expect(same).toMatchObject({ status: 304, data: null, etag: first.etag });
  await client.updateProduct({ path, body: { price: 4 } });
  const newer = await client.getProduct({ path }, { ifNoneMatch: first.etag });
  if (newer.status === 304) throw new Error('the record has changed');
  expect(newer.data.price).toBe(4);
});

it.each([
  ['no path', 'getProduct', [{}], 'getProduct: path.product_id is missing'],
  ['no input', 'getProduct', [], 'getProduct: path.product_id is missing'],
  ['an empty id', 'getProduct', [{ path: { product_id: '' } }], 'path.product_id is missing'],
  ['a relative id', 'getProduct', [{ path: { product_id: '..' } }], 'path.product_id is missing'],
  [
    'an id beside path',
    'getProduct',
    [{ product_id: 5 }],
    "unknown input 'product_id'. Supported: path, query",
  ],
  ['another id', 'getProduct', [{ path: { id: 5 } }], "unknown path 'id'. Supported: product_id"],
  [
    'another filter',
    'listProducts',
    [{ query: { state: 'x' } }],
    "unknown query 'state'. Supported: category,",
  ],
  ['a body of a GET', 'listProducts', [{ body: {} }], "unknown input 'body'"],
  ['If-Match of a POST', 'createProduct', [{ body: {} }, { ifMatch: 'W/"a"' }], "unknown options 'ifMatch'"],
  [
    'no ETag',
    'updateProduct',
    [{ path: { product_id: 5 }, body: {} }, { ifMatch: null }],
    'ifMatch must be text',
  ],
])('refuses %s before it sends anything', async (_, name, args, message) => {
  const { client } = await open();
  const before = service.logged().length;
  const call = (client as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[name]!;
  const refusal = await call(...args).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TypeError);
  expect(refusal).toMatchObject({ message: expect.stringContaining(message) });
  expect(service.logged().length).toBe(before);
});

it.each([
  [{ apiKey: 'prv_' }, 'baseUrl is undefined'],
  [{ baseUrl: undefined, apiKey: 'prv_' }, 'baseUrl is undefined'],
  [{ baseUrl: 'api.example.com/api/v1', apiKey: 'prv_' }, 'baseUrl must be a URL'],
  [{ baseUrl: '', apiKey: 'prv_' }, 'baseUrl must be a URL'],
  [{ baseUrl: 'https://api.example.com', apiKey: 'prv_' }, 'baseUrl must end with /api/v1'],
  [{ baseUrl: 'https://api.example.com/api/v1' }, 'apiKey is undefined'],
  [{ baseUrl: 'https://api.example.com/api/v1', apiKey: undefined }, 'apiKey is undefined'],
  [{ baseUrl: 'https://api.example.com/api/v1/', apiKey: ' ' }, 'apiKey is empty'],
])('refuses %j as options of the client', (options, message) => {
  expect(() => createClient(options as never)).toThrow(new RegExp(`^createClient: ${message}`));
});

it('refuses an option of the client that it does not know', () => {
  const options = { baseUrl: service.url, apiKey: '', retry: 0 };
  expect(() => createClient(options)).toThrow("unknown option 'retry'. Supported: baseUrl,");
});

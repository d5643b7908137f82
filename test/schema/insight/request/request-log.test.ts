import { expect, it } from 'vitest';
import { request } from '../../../support/http/http.ts';
import { PRODUCT } from '../../../support/records/product-values.ts';
import { createProduct } from '../../../support/records/records.ts';
import { type LogRow, ROWS, requestLogOf } from '../../../support/records/request-log.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';
import { PATIENCE } from '../../../support/webhook/webhook.ts';

const service = useService();
const { ask, rowsOf, storedOf, logged } = requestLogOf(service);

it('keeps failures and changes with their endpoint, error and key, newest first', async () => {
  const account = await createAccount(service);
  const headers = { 'User-Agent': `tests of ${account.key}`, 'X-Request-Id': `own/${account.id}` };
  await account.call('POST', '/products', { body: PRODUCT, headers: { 'Idempotency-Key': 'order-1' } });
  await account.call('POST', '/products', { body: { ...PRODUCT, price: -1 } });
  await account.call('GET', '/products/404404', { headers });
  await account.call('GET', '/nowhere');
  const rows = await logged(account, 4);
  expect(rows).toMatchObject([
    { method: 'GET', path: '/api/v1/nowhere', endpoint: null, status: 404, code: 'not_found' },
    {
      id: `own/${account.id}`,
      method: 'GET',
      path: '/api/v1/products/404404',
      query: null,
      endpoint: 'GET /api/v1/products/{product_id}',
      status: 404,
      failed: true,
      code: 'not_found',
      field: null,
      userAgent: 'tests of [key]',
      address: '127.0.0.0/24',
    },
    { method: 'POST', status: 400, failed: true, code: 'validation_error', field: 'price' },
    {
      method: 'POST',
      path: '/api/v1/products',
      endpoint: 'POST /api/v1/products',
      operation: null,
      status: 201,
      failed: false,
      code: null,
      keyName: 'test',
      idempotencyKeyHash: expect.stringMatching(/^[\da-f]{32}$/),
    },
  ]);
  const one = `query($id: ID!) { request(id: $id) { id path } }`;
  const { data } = await ask(account, one, { id: `own/${account.id}` });
  expect(data.request).toEqual({ id: `own/${account.id}`, path: '/api/v1/products/404404' });
});

/** Returns text with every character percent-encoded. */
function encoded(text: string): string {
  return [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
}

it('stores no key, wherever it stands and however it is spelled', async () => {
  const account = await createAccount(service);
  const { key } = await account.issue(['products:read']);
  const once = encoded(key);
  const shouted = encoded(key.toUpperCase());
  const spellings = [
    key,
    once,
    once.replaceAll('%', '%25'),
    once.replaceAll('%', '%2525'),
    shouted,
    `x${key}y`,
  ];
  let sent = 0;
  const send = async (method: string, path: string, options: object = {}) => {
    sent += 1;
    expect((await account.call(method, path, options)).status).not.toBe(500);
  };
  for (const spelling of spellings) {
    await send('GET', `/${spelling}`);
    await send('GET', `/${'long/'.repeat(90)}${spelling}`);
    await send('GET', `/nowhere?${spelling}=${spelling}&page=${spelling}`);
    await send('GET', `/products?${spelling}=1`);
    await send('GET', '/nowhere', { headers: { 'User-Agent': `${'x'.repeat(180)}${spelling}` } });
    await send('GET', '/nowhere', { headers: { 'X-Request-Id': spelling } });
    await send('POST', '/products', {
      headers: { 'Idempotency-Key': spelling },
      body: { [spelling]: spelling },
    });
  }
  for (const query of [`query ${key} { nothing }`, `mutation ${key} { archiveProduct(id: "1") { id } }`]) {
    await send('POST', '//graphql', { body: { query, operationName: key } });
  }
  await send('POST', '//graphql', { body: { query: `{ ${key} }` } });
  await send('POST', '//graphql', { body: { query: '{ scopes }', variables: { [key]: 1 }, [key]: key } });
  await send('POST', '//mcp', {
    body: { jsonrpc: '2.0', id: 1, method: key, params: { name: key, [key]: key } },
  });
  await expect.poll(() => storedOf(account, 'true'), PATIENCE).toBeGreaterThanOrEqual(sent - 2);
  const { rows } = await service.database.pool.query<{ row: string }>(
    'SELECT to_jsonb(requests)::text AS row FROM requests WHERE account_id = $1',
    [account.id],
  );
  const decoded = rows.map(({ row }) => {
    let text = row;
    for (let time = 0; time < 4; time += 1)
      text = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return text.toLowerCase();
  });
  for (const row of decoded) expect(row).not.toContain(key.slice(4, 12).toLowerCase());
});

it('keeps operations of GraphQL by name, also those that fail with status 200, but not those that read the log', async () => {
  const account = await createAccount(service);
  await ask(account, 'query Missing { product(id: "404404") { id } }');
  await ask(account, 'mutation Archive { archiveProduct(id: "404404") { id } }');
  await ask(account, 'query Wrong { nothing }');
  const rows = await logged(account, 3);
  expect(rows.map(({ operation, status, failed, code }) => [operation, status, failed, code])).toEqual([
    [null, expect.any(Number), true, 'validation_error'],
    ['Archive', 200, true, 'not_found'],
    ['Missing', 200, false, null],
  ]);
});

it('keeps at most ten successful reads of a second', async () => {
  const account = await createAccount(service);
  const started = Math.floor(Date.now() / 1_000);
  await Promise.all(Array.from({ length: 40 }, () => account.call('GET', '/products')));
  await account.call('GET', '/products/404404');
  const seconds = Math.floor(Date.now() / 1_000) - started + 1;
  await expect.poll(() => storedOf(account, 'failed'), PATIENCE).toBe(1);
  const reads = (await rowsOf(account)).filter(({ status }) => status === 200);
  expect(reads.length).toBeGreaterThanOrEqual(10);
  expect(reads.length).toBeLessThanOrEqual(10 * seconds);
});

it('keeps requests over the limit as those of their key', async () => {
  const account = await createAccount(service, 'free');
  for (let sent = 0; sent < 11; sent++) await account.call('GET', '/products');
  const refused = `key_id IS NOT NULL AND failed AND status = 429 AND code = 'rate_limited'`;
  await expect.poll(() => storedOf(account, refused), PATIENCE).toBe(1);
});

it('stores no secret of a query string, a path or a document', async () => {
  const account = await createAccount(service);
  const secret = 'Hunter2';
  await account.call('GET', `/products?page=2&password=hunter&search=${secret}&${secret}=1`);
  await account.call('GET', `/products/${account.key}`);
  await request(service.url, 'GET', `//graphql?query={nothing(a:"${secret}")}`, { key: account.key });
  const rows = await logged(account, 3);
  expect(JSON.stringify(rows)).not.toMatch(/hunter|prv_/i);
  expect(rows.map(({ path, query }) => [path, query])).toEqual([
    ['/graphql', 'query=***'],
    ['/api/v1/products/[key]', null],
    ['/api/v1/products', 'page=2&password=***&search=***&***=***'],
  ]);
});

it('shows a key its own requests, a person all of the account, and nobody those of others', async () => {
  const account = await createSignedIn(service);
  const other = await createAccount(service);
  const { key } = await account.issue(['products:read']);
  await account.call('GET', '/products/1');
  await request(service.url, 'GET', '/products/2', {
    key,
    headers: { 'X-Request-Id': `second-${account.id}` },
  });
  await other.call('GET', '/products/3');
  await ask(account, 'mutation Rename { updateAccount(input: { name: "" }) { id } }');
  await expect.poll(() => storedOf(account, 'failed'), PATIENCE).toBe(3);
  await expect.poll(() => storedOf(other), PATIENCE).toBe(1);
  expect(await rowsOf(other)).toHaveLength(1);
  expect(await rowsOf({ key })).toMatchObject([{ path: '/api/v1/products/2' }]);
  const all = await rowsOf(account);
  expect(all.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/graphql', '/api/v1/products/2', '/api/v1/products/1']),
  );
  expect(all.find(({ operation }) => operation === 'Rename')).toMatchObject({
    keyId: null,
    code: 'validation_error',
  });
  const read = (caller: Parameters<typeof ask>[0]) =>
    ask(caller, `{ request(id: "second-${account.id}") { path } }`);
  expect((await read({ key })).data.request).not.toBeNull();
  expect((await read(account)).data.request).not.toBeNull();
  expect((await read({ key: account.key })).data.request).toBeNull();
  expect((await read(other)).data.request).toBeNull();
});

it('filters and pages', async () => {
  const account = await createAccount(service);
  const product = await createProduct(account);
  await account.call('PATCH', `/products/${product.id}`, { body: { price: -1 } });
  for (const id of [1, 2, 3]) await account.call('GET', `/deliveries/${id}`);
  await account.call('POST', '/products', { body: PRODUCT, headers: { 'Idempotency-Key': 'order-2' } });
  const all = await logged(account, 6);
  const pathsFor = async (filter: object) => (await rowsOf(account, filter)).map(({ path }) => path);
  expect(await pathsFor({ failed: true })).toHaveLength(4);
  expect(await pathsFor({ failed: false })).toHaveLength(2);
  expect(await pathsFor({ status: 404 })).toHaveLength(3);
  expect(await pathsFor({ code: 'validation_error' })).toEqual([`/api/v1/products/${product.id}`]);
  expect(await pathsFor({ method: 'patch' })).toHaveLength(1);
  expect(await pathsFor({ path: 'deliveries/2' })).toEqual(['/api/v1/deliveries/2']);
  expect(await pathsFor({ endpoint: 'GET /api/v1/deliveries/{delivery_id}' })).toHaveLength(3);
  expect(await pathsFor({ operation: 'None' })).toEqual([]);
  expect(await pathsFor({ idempotencyKey: 'order-2' })).toEqual(['/api/v1/products']);
  expect(await pathsFor({ keyId: all[0]!.keyId })).toHaveLength(6);
  expect(await pathsFor({ keyId: '1', failed: true })).toEqual([]);
  expect(await pathsFor({ from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await pathsFor({ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' })).toHaveLength(6);

  const paged: string[] = [];
  for (let after: string | null = null; ;) {
    const { data } = await ask(account, ROWS, { first: 4, after });
    paged.push(...data.requests.nodes.map(({ id }: LogRow) => id));
    if (!data.requests.pageInfo.hasNextPage) break;
    after = data.requests.pageInfo.endCursor;
  }
  expect(paged).toEqual(all.map(({ id }) => id));
  const { errors } = await ask(account, ROWS, { filter: { status: 99 } });
  expect(errors[0].extensions).toMatchObject({ code: 'validation_error', field: 'status' });
});

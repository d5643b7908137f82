import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createClient, ProvenderError } from 'provender-client';
import { ENDPOINTS } from '../../packages/client/endpoints.ts';
import { routes } from '../../src/rest/routes.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ROOT } from '../support/process/process.ts';
import { createProduct } from '../support/records/records.ts';
import { startFrontOf } from './front.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const startFront = startFrontOf(service);

function clientOf({ key }: TestAccount, baseUrl = `${service.url}/api/v1`) {
  return createClient({ baseUrl, apiKey: key, retries: 3 });
}

it('has a method for every endpoint', () => {
  expect(Object.keys(ENDPOINTS)).toEqual(expect.arrayContaining(routes.map(({ name }) => name)));
  const client = createClient({ baseUrl: `${service.url}/api/v1`, apiKey: 'prv_' });
  for (const { name } of routes) expect(client).toHaveProperty(name, expect.any(Function));
});

it('leads through the example', async () => {
  const account = await createAccount(service);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['examples/first-delivery/first-delivery.ts'],
    {
      cwd: ROOT,
      env: { BASE_URL: `${service.url}/api/v1`, API_KEY: account.key },
    },
  );
  expect(stdout.trim().split('\n')).toEqual([
    'refused: This delivery is in transit. Allowed: completed',
    expect.stringMatching(/^\d{4}-\d\d-\d\d {2}Oakfield Stores, Oakfield West {2}418\.8$/),
  ]);
});

it('reads a list to its end, each record once although others are added meanwhile', async () => {
  const account = await createAccount(service);
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await createProduct(account)).id);
  const read: number[] = [];
  for await (const { id } of clientOf(account).each('listProducts', { query: { per_page: 2 } })) {
    if (read.length === 1) await createProduct(account);
    read.push(id);
  }
  expect(read).toEqual(ids);
});

it('throws an error response with its code and every fault', async () => {
  const client = clientOf(await createAccount(service));
  const refusal = await client
    .createProduct({ body: { name: '', weight: -1, price: 1, category: 'bakery' } })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProvenderError);
  expect(refusal).toMatchObject({ status: 400, code: 'validation_error', field: 'name' });
  const { faults, requestId } = refusal as ProvenderError;
  expect(faults.map(({ field }) => field)).toEqual(['name', 'weight']);
  expect(requestId).toMatch(/\S/);
});

it.each([429, 503])('retries a request refused with %i, with the same Idempotency-Key', async (status) => {
  const account = await createAccount(service);
  await using front = await startFront((nth) => (nth < 3 ? { status, retryAfter: 0 } : 'forward'));
  const { data } = await clientOf(account, front.url).createProduct({
    body: { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' },
  });
  expect(data.name).toBe('Rye Bread');
  expect(front.keys).toHaveLength(3);
  expect(new Set(front.keys).size).toBe(1);
});

it('does nothing twice when the response is lost', async () => {
  const account = await createAccount(service);
  await using front = await startFront((nth) => (nth === 1 ? 'lose the answer' : 'forward'));
  const client = clientOf(account, front.url);
  await client.createProduct({ body: { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' } });
  expect(front.keys).toHaveLength(2);
  expect((await client.listProducts()).pagination.total).toBe(1);
});

it('does not wait longer than it may, and gives up in the end', async () => {
  const account = await createAccount(service);
  await using patient = await startFront(() => ({ status: 429, retryAfter: 3_600 }));
  const client = createClient({ baseUrl: patient.url, apiKey: account.key, maxWaitMs: 60_000 });
  await expect(client.listProducts()).rejects.toMatchObject({ status: 429 });
  expect(patient.keys).toHaveLength(1);
  await using broken = await startFront(() => ({ status: 503, retryAfter: 0 }));
  await expect(clientOf(account, broken.url).listProducts()).rejects.toMatchObject({
    status: 503,
    code: 'unknown',
  });
  expect(broken.keys).toHaveLength(4);
});

it('sends nothing twice with retries: 0', async () => {
  const account = await createAccount(service);
  for (const status of [429, 503]) {
    await using front = await startFront(() => ({ status, retryAfter: 1 }));
    const client = createClient({ baseUrl: front.url, apiKey: account.key, retries: 0 });
    await expect(client.listProducts()).rejects.toMatchObject({ status, tries: 1 });
    expect(front.keys).toHaveLength(1);
  }
});

it('retries a change that got no response, and counts the attempts of a refused one', async () => {
  const account = await createAccount(service);
  const { id } = await createProduct(account);
  await using front = await startFront((nth) => (nth === 1 ? 'lose the answer' : 'forward'));
  const client = clientOf(account, front.url);
  const { data } = await client.updateProduct({ path: { product_id: id }, body: { price: 4.5 } });
  expect(data.price).toBe(4.5);
  expect(front.keys).toHaveLength(2);

  await using again = await startFront((nth) => (nth === 1 ? 'lose the answer' : 'forward'));
  const move = { path: { delivery_id: 1 }, body: { status: 'in_transit' } } as const;
  await expect(clientOf(account, again.url).moveDelivery(move)).rejects.toMatchObject({
    status: 404,
    tries: 2,
  });
});

it('aborts a try that takes too long', async () => {
  const account = await createAccount(service);
  await using front = await startFront(() => 'never answer');
  const client = createClient({ baseUrl: front.url, apiKey: account.key, timeoutMs: 50, retries: 1 });
  await expect(client.listProducts()).rejects.toThrow('timeout');
  expect(front.keys).toHaveLength(2);
});

it('accepts a base URL with or without a trailing slash', async () => {
  const account = await createAccount(service);
  for (const end of ['', '/']) {
    const { pagination } = await clientOf(account, `${service.url}/api/v1${end}`).listProducts();
    expect(pagination.total).toBe(0);
  }
});

it('stops when its signal aborts', async () => {
  const account = await createAccount(service);
  await using front = await startFront(() => ({ status: 503, retryAfter: 30 }));
  const controller = new AbortController();
  const asked = clientOf(account, front.url).listProducts({}, { signal: controller.signal });
  await expect.poll(() => front.keys).toHaveLength(1);
  controller.abort();
  await expect(asked).rejects.toThrow('aborted');
});

import { describe, expect, it } from 'vitest';
import { expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function messageOf(account: TestAccount, method: string, path: string, body?: unknown) {
  const { json } = await account.call(method, path, body === undefined ? {} : { body });
  return (json.error ?? json.errors[0]).message as string;
}

describe('an error says what would work', () => {
  it('for a date that is not in the future: the first day, where the account is', async () => {
    const account = await createAccount(service);
    await service.database.pool.query(`UPDATE accounts SET time_zone = 'Pacific/Kiritimati' WHERE id = $1`, [
      account.id,
    ]);
    const { id, branches } = await createSupermarket(account);
    const product = await createProduct(account);
    const body = {
      supermarket_id: id,
      subchain_id: branches[0].id,
      products: [{ product_id: product.id, quantity: 1 }],
      delivery_date: inDays(-1),
    };
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
    const first = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    const problem = `must be in the future: ${first} or later (time zone Pacific/Kiritimati)`;
    for (const delivery_date of [inDays(-1), today]) {
      expect(await messageOf(account, 'POST', '/deliveries', { ...body, delivery_date })).toBe(
        `delivery_date ${problem}`,
      );
      const batch = await account.call('POST', '/deliveries/batch', {
        body: { deliveries: [{ ...body, delivery_date }] },
      });
      expect(batch.json.data[0].error.message).toBe(`delivery_date ${problem}`);
    }
    const query = `mutation { createDelivery(input: { supermarketId: "${id}", branchId: "${branches[0].id}", deliveryDate: "${today}", products: [{ productId: "${product.id}", quantity: 1 }] }) { id } }`;
    expect(await messageOf(account, 'POST', '//graphql', { query })).toBe(`deliveryDate ${problem}`);
    const pending = await createDelivery(account, { delivery_date: inDays(5) });
    const revise = `mutation { reviseDelivery(id: "${pending.id}", input: { deliveryDate: "${inDays(-3)}" }) { id } }`;
    expect(await messageOf(account, 'POST', '//graphql', { query: revise })).toBe(`deliveryDate ${problem}`);
  });

  it('for the number of a product in place of its id', async () => {
    const account = await createAccount(service);
    const { sequential_id } = await createProduct(account);
    const hint = `${sequential_id} is a sequential_id: find the id with GET /products?search=${sequential_id}`;
    const read = await account.call('GET', `/products/${sequential_id}`);
    expectError(read, 404, 'not_found', null);
    expect(read.json.error.message).toBe(`No product with this id in this account. ${hint}`);
    const products = [{ product_id: sequential_id, quantity: 1 }];
    const { json } = await account.call('POST', '/deliveries', {
      body: { supermarket_id: 1, subchain_id: 1, delivery_date: inDays(2), products },
    });
    expect(json.error).toMatchObject({ code: 'validation_error', field: 'products[0].product_id' });
    expect(json.error.message).toContain(hint);
  });

  it('for paths without the prefix, or of other names', async () => {
    const account = await createAccount(service);
    expect(await messageOf(account, 'GET', '//products')).toContain('Did you mean /api/v1/products?');
    expect(await messageOf(account, 'GET', '//deliveries/7')).toContain('Did you mean /api/v1/deliveries/7?');
    expect(await messageOf(account, 'GET', '/branches')).toContain('GET /api/v1/supermarkets/{id}');
    expect(await messageOf(account, 'POST', '/branches/7')).toContain(
      'POST /api/v1/supermarkets/{id}/branches',
    );
    expect(await messageOf(account, 'GET', '/orders')).toContain('/api/v1/deliveries');
  });

  it('for a key that was cut off', async () => {
    const { key } = await createAccount(service);
    for (const cut of [key.slice(0, -1), `${key}x`, key.slice(0, 20)]) {
      const answer = await request(service.url, 'GET', '/products', { key: cut });
      expectError(answer, 401, 'unauthorized');
      expect(answer.json.error.message).toContain('its checksum does not match');
    }
    const other = await request(service.url, 'GET', '/products', { key: 'secret' });
    expect(other.json.error.message).toBe('This API key is not valid');
  });

  it('for the URL of a webhook without its scheme', async () => {
    const account = await createAccount(service);
    const of = async (url: string) =>
      messageOf(account, 'POST', '/webhooks', { url, events: ['product.created'] });
    expect(await of('example.com/hook')).toBe(
      'url must be a URL with its scheme, such as https://example.com/hook',
    );
    expect(await of('/hook')).toBe('url must be a URL with its scheme, such as https://example.com/hook');
  });

  it('for a bare array of rows', async () => {
    const account = await createAccount(service);
    for (const [path, list] of [
      ['/products/upsert', 'products'],
      ['/supermarkets/upsert', 'supermarkets'],
      ['/deliveries/batch', 'deliveries'],
    ]) {
      const answer = await account.call('POST', path!, { body: [{ reference: 'A' }] });
      expectError(answer, 400, 'validation_error', null);
      expect(answer.json.error.message).toBe(
        `The body must be an object: {"${list}": […]}, not a bare array`,
      );
    }
  });

  it('for fields of items that were selected on their list', async () => {
    const account = await createAccount(service);
    const ask = async (query: string) => messageOf(account, 'POST', '//graphql', { query });
    expect(await ask('{ products { id } }')).toContain('Select the fields of its items: nodes { id }');
    expect(await ask('{ productPage { name } }')).toContain('Select the fields of its items: items { name }');
  });

  it('for a photo that is too large', async () => {
    const account = await createAccount(service);
    for (const size of [400 * 1_024 + 1, 2_000_000]) {
      const raw = new Uint8Array(size);
      const answer = await account.call('POST', '//photos?delivery=1', {
        raw,
        headers: { 'Content-Type': 'image/jpeg' },
      });
      expectError(answer, 413, 'payload_too_large', null);
      expect(answer.json.error.message).toContain('A photo must be at most 400 KiB');
    }
  });

  it('with the names of REST for a change without fields', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    const product = await createProduct(account);
    const at = `/supermarkets/${market.id}`;
    {
      const body = {};
      expect(await messageOf(account, 'PATCH', at, body)).toBe(
        'must change at least one of name, contact_email, reference, cut_off',
      );
      const branch = await messageOf(account, 'PATCH', `${at}/branches/${market.branches[0].id}`, body);
      expect(branch).toContain('at least one of name, address, delivery_window');
      const message = await messageOf(account, 'PATCH', `/products/${product.id}`, body);
      expect(message).toContain('units_per_case');
      expect(message).not.toContain('unitsPerCase');
    }
    const cleared = await account.call('PATCH', at, { body: { reference: null } });
    expect(cleared.status).toBe(200);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import type { RequestOptions } from '../support/http/http.ts';
import {
  createDelivery,
  createProduct,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const PRODUCT = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };
const REPLAYED = 'Idempotent-Replayed';

/** Posts under an Idempotency-Key. */
function post(account: TestAccount, key: string, path: string, body: unknown, options: RequestOptions = {}) {
  return account.call('POST', path, { body, ...options, headers: { 'Idempotency-Key': key } });
}

describe('a repeated request', () => {
  afterEach(() => void vi.useRealTimers());

  it.each(['/products', '/supermarkets', '/deliveries', '/returns'])(
    'to %s gets the first response again',
    async (path) => {
      const account = await createAccount(service);
      const body = await bodyFor(path, account);
      const first = await post(account, 'key', path, body);
      const again = await post(account, 'key', path, body);
      expectData(first, 201);
      expectData(again, 201);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
      expect([first.headers.get(REPLAYED), again.headers.get(REPLAYED)]).toEqual([null, 'true']);
      expect(expectData(await account.call('GET', path))).toHaveLength(1);
    },
  );

  it('can have its members in another order, at any depth, and a query that is written otherwise', async () => {
    const account = await createAccount(service);
    const body = { name: 'Market', contact_email: 'buying@market.example' };
    const branch = { name: 'Central', address: '1 Market Square' };
    const path = '/supermarkets?view=full';
    const first = await post(account, 'key', path, { ...body, branches: [branch] });
    const other = { branches: [Object.fromEntries(Object.entries(branch).toReversed())], ...body };
    const again = await post(account, 'key', '/supermarkets?view=ful%6C', other);
    expectData(again, 201);
    expect([again.text, again.headers.get(REPLAYED)]).toEqual([first.text, 'true']);
    expect(expectData(await account.call('GET', '/supermarkets'))).toHaveLength(1);
  });

  it('gets the first response although the record has changed', async () => {
    const account = await createAccount(service);
    const first = await post(account, 'key', '/products', PRODUCT);
    await account.call('PATCH', `/products/${first.json.data.id}`, { body: { price: 9 } });
    expect((await post(account, 'key', '/products', PRODUCT)).text).toBe(first.text);
  });

  it('gets the first response through another key of the account, if that has the scope', async () => {
    const account = await createAccount(service);
    const first = await post(account, 'key', '/products', PRODUCT);
    const [writer, reader] = [
      await account.issue(['products:write']),
      await account.issue(['products:read']),
    ];
    const again = await post(account, 'key', '/products', PRODUCT, { key: writer.key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get(REPLAYED)).toBe('true');
    const refused = await post(account, 'key', '/products', PRODUCT, { key: reader.key });
    expectError(refused, 403, 'insufficient_scope');
  });

  it('gets the first response when the same input would be refused now', async () => {
    const account = await createAccount(service);
    const body = await bodyFor('/returns', account, { quantity: 10 });
    const first = await post(account, 'key', '/returns', body);
    expectError(await post(account, 'other', '/returns', body), 400, 'validation_error', 'quantity');
    expect((await post(account, 'key', '/returns', body)).text).toBe(first.text);
  });

  it('gets the first response when its delivery_date has passed', async () => {
    const account = await createAccount(service);
    const body = await bodyFor('/deliveries', account);
    const first = await post(account, 'key', '/deliveries', body);
    expectData(first, 201);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
    expectError(await post(account, 'other', '/deliveries', body), 400, 'validation_error', 'delivery_date');
    expect((await post(account, 'key', '/deliveries', body)).text).toBe(first.text);
  });

  it('takes effect again after 24 hours', async () => {
    const account = await createAccount(service);
    const first = await post(account, 'key', '/products', PRODUCT);
    await age(account, '23 hours 59 minutes');
    expect((await post(account, 'key', '/products', PRODUCT)).text).toBe(first.text);
    await age(account, '1 minute');
    const anew = await post(account, 'key', '/products', PRODUCT);
    expect(expectData(anew, 201)).toHaveProperty('sequential_id', 'P-0002');
    expect(anew.headers.get(REPLAYED)).toBeNull();
    const again = await post(account, 'key', '/products', PRODUCT);
    expect([again.text, again.headers.get(REPLAYED)]).toEqual([anew.text, 'true']);
  });

  it('takes effect once when fifty requests race', async () => {
    const account = await createAccount(service);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(account, 'key', '/products', PRODUCT)),
    );
    const served = answers.filter(({ status }) => status === 201);
    expect(new Set(served.map(({ text }) => text)).size).toBe(1);
    expect(served.filter(({ headers }) => headers.get(REPLAYED) === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 409, 'idempotency_conflict', 'Idempotency-Key');
    }
    expect(expectData(await account.call('GET', '/products'))).toHaveLength(1);
  });
});

describe('a key that was used', () => {
  it('conflicts with another body and with another path', async () => {
    const account = await createAccount(service);
    expectData(await post(account, 'key', '/products', PRODUCT), 201);
    const other = await post(account, 'key', '/products', { ...PRODUCT, price: 2.5 });
    expectError(other, 409, 'idempotency_conflict', 'Idempotency-Key');
    const elsewhere = await post(account, 'key', '/supermarkets', PRODUCT);
    expectError(elsewhere, 409, 'idempotency_conflict', 'Idempotency-Key');
    expect(expectData(await account.call('GET', '/products'))).toHaveLength(1);
  });

  it('is free for other accounts, also when they race', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => createAccount(service)));
    const answers = await Promise.all(accounts.map((account) => post(account, 'key', '/products', PRODUCT)));
    for (const answer of answers) {
      expect(expectData(answer, 201)).toHaveProperty('sequential_id', 'P-0001');
      expect(answer.headers.get(REPLAYED)).toBeNull();
    }
  });

  it('is free again when the request was refused', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:read']);
    const body = await bodyFor('/deliveries', account);
    const missing = { ...body, supermarket_id: Number.MAX_SAFE_INTEGER };
    expect((await post(account, 'key', '/products', PRODUCT, { key })).status).toBe(403);
    expect((await post(account, 'key', '/products', PRODUCT, { raw: '{' })).status).toBe(400);
    expect((await post(account, 'key', '/products', { ...PRODUCT, price: -1 })).status).toBe(400);
    expect((await post(account, 'key', '/deliveries', missing)).status).toBe(404);
    const answer = await post(account, 'key', '/deliveries', body);
    expectData(answer, 201);
    expect(answer.headers.get(REPLAYED)).toBeNull();
  });

  it('has no effect on a PATCH', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const headers = { 'Idempotency-Key': 'key' };
    const move = () =>
      account.call('PATCH', `/deliveries/${id}`, { body: { status: 'in_transit' }, headers });
    expectData(await move());
    expectError(await move(), 400, 'invalid_transition', 'status');
  });
});

describe('an Idempotency-Key', () => {
  it.each(['k', '0', '!~"#$%&()*+,-./:;<=>?@[]^_`{|}', 'x'.repeat(255)])('may be %s', async (key) => {
    const account = await createAccount(service);
    const first = await post(account, key, '/products', PRODUCT);
    expect((await post(account, key, '/products', PRODUCT)).text).toBe(first.text);
  });

  it.each(['', 'two words', 'tab\tbed', 'clé', 'x'.repeat(256)])('may not be %j', async (key) => {
    const account = await createAccount(service);
    const answer = await post(account, key, '/products', PRODUCT);
    expectError(answer, 400, 'validation_error', 'Idempotency-Key');
    expect(expectData(await account.call('GET', '/products'))).toEqual([]);
  });
});

async function bodyFor(path: string, account: TestAccount, fields: object = {}): Promise<object> {
  if (path === '/products') return PRODUCT;
  if (path === '/supermarkets') return { name: 'Market', contact_email: 'buying@market.example' };
  if (path === '/returns') {
    const { id, products } = await createSentDelivery(account);
    const reference = { delivery_id: id, product_id: products[0].product_id };
    return { ...reference, quantity: 1, reason: 'damaged', return_date: '2026-11-20', ...fields };
  }
  const { id, branches } = await createSupermarket(account);
  const products = [{ product_id: (await createProduct(account)).id, quantity: 1 }];
  return { supermarket_id: id, subchain_id: branches[0].id, products, delivery_date: inDays(2) };
}

/** Ages the account's stored responses. */
async function age(account: TestAccount, interval: string): Promise<void> {
  await service.database.pool.query(
    `UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE account_id = $1`,
    [account.id, interval],
  );
}

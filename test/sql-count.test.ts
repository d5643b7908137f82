import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from './support/service/account.ts';
import { expectData, expectError } from './support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
  inDays,
} from './support/records/records.ts';
import { useService } from './support/service/service.ts';
import { statementsOf } from './support/database/statements.ts';
import { setCount } from './support/service/windows.ts';

const service = useService();

function count(work: () => Promise<unknown>): Promise<number> {
  return statementsOf(service.testDatabase.name, work).then((statements) => statements.length);
}

it('a read takes two statements: its key with both limits, and its record', async () => {
  const account = await createAccount(service);
  const { id } = await createDelivery(account);
  for (const path of [`/deliveries/${id}`, '/deliveries']) {
    const statements = await statementsOf(
      service.testDatabase.name,
      async () => expectData(await account.call('GET', path)),
      'with admission',
    );
    expect(statements).toEqual([
      expect.stringMatching(/JOIN api_keys key ON[^]+INSERT INTO rate_limits/),
      expect.stringContaining('FROM deliveries'),
    ]);
  }
});

describe('beyond admission', () => {
  it.each([
    ['deliveries', createDelivery],
    ['returns', createReturn],
    ['products', createProduct],
    ['supermarkets', createSupermarket],
  ])('a record of %s takes one statement', async (path, create) => {
    const account = await createAccount(service);
    const { id } = await create(account);
    expect(await count(() => account.call('GET', `/${path}/${id}`))).toBe(1);
  });

  it.each([
    ['/deliveries?status=pending&date_from=2026-01-01', createDelivery],
    ['/returns?reason=damaged', createReturn],
    ['/products?search=pro', createProduct],
    ['/supermarkets?page=1', createSupermarket],
  ])('the list %s takes one statement', async (path, create) => {
    const account = await createAccount(service);
    for (const _ of [1, 2, 3]) await create(account);
    expect(await count(async () => expectData(await account.call('GET', path)))).toBe(1);
  });

  it('all supermarkets take one statement', async () => {
    const account = await createAccount(service);
    for (const _ of [1, 2, 3]) await createSupermarket(account);
    expect(await count(() => account.call('GET', '/supermarkets'))).toBe(1);
  });

  it('a delivery takes the same however many products it has', async () => {
    const account = await createAccount(service);
    const body = await deliveryOf(account, 40);
    const small = { ...body, products: body.products.slice(0, 1) };
    const counts = [];
    for (const each of [small, body]) {
      counts.push(
        await count(async () => expectData(await account.call('POST', '/deliveries', { body: each }), 201)),
      );
    }
    expect(counts).toEqual([1, 1]);
  });

  it('a move and a product take one statement, a return two', async () => {
    const account = await createAccount(service);
    const delivery = await createDelivery(account);
    const move = () =>
      account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    const give = () =>
      account.call('POST', '/returns', {
        body: {
          delivery_id: delivery.id,
          product_id: delivery.products[0].product_id,
          quantity: 1,
          reason: 'damaged',
          return_date: inDays(0),
        },
      });
    const add = () =>
      account.call('POST', '/products', { body: { name: 'Bread', weight: 1, price: 1, category: 'bakery' } });
    expect([await count(move), await count(add), await count(give)]).toEqual([1, 1, 2]);
  });

  it('deliveries of a file take the same however many are refused', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    const product = await createProduct(account);
    await account.database.pool.query('UPDATE products SET archived_at = now() WHERE account_id = $1', [
      account.id,
    ]);
    const counts = [];
    for (const refused of [3, 40]) {
      const rows = Array.from({ length: refused }, (_, at) =>
        [`R-${at}`, market.name, market.branches[0].name, inDays(2), product.sequential_id, 1].join(),
      );
      const file = ['reference,supermarket,branch,delivery_date,product,quantity', ...rows].join('\n');
      counts.push(
        await count(async () => {
          const { json } = await account.call('POST', '//import/deliveries', { raw: file });
          expect(json.data.counts).toMatchObject({ created: 0, refused });
          expect(json.data.refusals[0].message).toContain('is archived');
        }),
      );
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('a forged key takes none', async () => {
    const account = await createAccount(service);
    expect(await count(() => account.call('GET', '/deliveries', { key: `${account.key}x` }))).toBe(0);
  });
});

async function deliveryOf(account: TestAccount, products: number) {
  const supermarket = await createSupermarket(account);
  const lines = [];
  for (let made = 0; made < products; made += 1) {
    lines.push({ product_id: (await createProduct(account)).id as number, quantity: 1 });
  }
  return {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    delivery_date: inDays(2),
    products: lines,
  };
}

it.each(['hour', 'minute'] as const)(
  'beyond the %s a request costs the look-up of its key',
  async (window) => {
    const account = await createAccount(service, 'free');
    await setCount(account, window, 60);
    // The second one is refused from memory, and both windows are known from then on.
    for (const _ of [1, 2]) expectError(await account.call('GET', '/deliveries'), 429, 'rate_limited');
    const statements = await statementsOf(
      service.testDatabase.name,
      async () => expectError(await account.call('GET', '/deliveries'), 429, 'rate_limited'),
      'with admission',
    );
    expect(statements).toEqual([expect.stringContaining('JOIN api_keys key ON')]);
  },
);

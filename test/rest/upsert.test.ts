import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { statementsOf } from '../support/database/statements.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createProduct, createWebhook } from '../support/records/records.ts';
import { outcomesOf, sendRows } from '../support/records/send-rows.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

function products(count: number, more: object = {}) {
  return Array.from({ length: count }, (_, at) => ({
    reference: `P-${at}`,
    name: `Product ${at}`,
    weight: 0.1,
    price: 0.3,
    category: 'bakery',
    ...more,
  }));
}

async function eventsOf(account: TestAccount): Promise<string[]> {
  const events = await service.database.prisma.event.findMany({
    where: { accountId: account.id },
    orderBy: { id: 'asc' },
  });
  return events.map(({ type }) => type);
}

describe('POST /products/upsert', () => {
  it('creates, changes what differs, and does nothing when repeated', async () => {
    const account = await createAccount(service);
    await createWebhook(account, { events: ['product.created', 'product.updated'] });
    const first = await sendRows(account, 'products', products(3));
    expect(outcomesOf(first)).toEqual(['created', 'created', 'created']);
    expect(outcomesOf(await sendRows(account, 'products', products(3)))).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    const rows = [
      { reference: 'P-2', price: 1 },
      { reference: 'P-1', brand: 'Hearth' },
      ...products(1),
      products(4)[3],
    ];
    const second = await sendRows(account, 'products', rows);
    expect(outcomesOf(second)).toEqual(['updated', 'updated', 'unchanged', 'created']);
    expect(second.slice(0, 3).map(({ id }) => id)).toEqual([first[2]!.id, first[1]!.id, first[0]!.id]);
    expect(await eventsOf(account)).toEqual([
      ...Array(3).fill('product.created'),
      'product.updated',
      'product.created',
    ]);
    const [last, , changed] = expectData(await account.call('GET', '/products?view=full'));
    expect(last).toMatchObject({ sequential_id: 'P-0004', weight: 0.1, price: 0.3, unit: 'piece' });
    expect(changed).toMatchObject({ brand: 'Hearth', price: 0.3 });
  });

  it('refuses rows one by one, and null clears', async () => {
    const account = await createAccount(service);
    const { id } = await createProduct(account, { reference: 'old', brand: 'Hearth', unit: 'case' });
    const results = await sendRows(account, 'products', [
      { reference: 'old', brand: null, unit: null },
      { reference: 'new', name: 'New' },
      { reference: 'bad', name: 'Bad', weight: 1, price: 'free', category: 'x' },
      { name: 'No reference' },
      7,
      { reference: 'odd', nom: 'x' },
      { reference: 'old', price: 3 },
      { reference: 'gtin', gtin: '4006381333934' },
      { reference: 'empty' },
    ]);
    expect(outcomesOf(results)).toEqual(['updated', ...Array(8).fill('refused')]);
    expect(results[0]).toEqual({ index: 0, outcome: 'updated', id, error: null });
    expect(results.map(({ error }) => error?.field)).toEqual([
      undefined,
      'weight',
      'price',
      'reference',
      null,
      'nom',
      'reference',
      'name',
      'name',
    ]);
    expect(results[1]!.error).toMatchObject({
      code: 'validation_error',
      message: 'weight is required',
      field: 'weight',
      problem: 'required',
      values: null,
    });
    expect(results[6]!.error!.message).toBe('reference repeats that of row 0');
    const [product] = expectData(await account.call('GET', '/products?view=full'));
    expect(product).toMatchObject({ brand: null, unit: 'piece' });
  });

  it('races make one record of a reference, and numbers have no gaps', async () => {
    const account = await createAccount(service);
    const calls = Array.from({ length: 4 }, () => sendRows(account, 'products', products(20)));
    const singles = [3, 7].map((at) => account.call('POST', '/products', { body: products(20)[at] }));
    const results = await Promise.all(calls);
    const alone = await Promise.all(singles);
    const created = results.flat().filter(({ outcome }) => outcome === 'created').length;
    expect(created + alone.filter(({ status }) => status === 201).length).toBe(20);
    expect(outcomesOf(results.flat()).every((outcome) => outcome !== 'refused')).toBe(true);
    const list = expectData(await account.call('GET', '/products?per_page=100'));
    const numbers = list.map((each: { sequential_id: string }) => each.sequential_id).sort();
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => `P-${String(at + 1).padStart(4, '0')}`));
  });

  it('takes the same statements for any number of rows, and counts twenty as a request', async () => {
    const account = await createAccount(service);
    const count = async (rows: unknown[]) =>
      (await statementsOf(service.testDatabase.name, () => sendRows(account, 'products', rows))).length;
    await sendRows(account, 'products', products(1));
    const [few, many] = [await count(products(2)), await count(products(500))];
    expect(many).toBe(few);
    const left = async () =>
      Number((await account.call('GET', '/products?per_page=1')).headers.get('X-RateLimit-Remaining'));
    const before = await left();
    await sendRows(account, 'products', [...products(40), 'refused by REST']);
    expect(before - (await left())).toBe(4);
  });

  it('refuses more rows than the hour has requests left, too many rows, and those beyond the quota', async () => {
    const account = await createAccount(service, 'free');
    const tooMany = await account.call('POST', '/products/upsert', { body: { products: products(501) } });
    expectError(tooMany, 400, 'validation_error', 'products');
    await sendRows(account, 'products', products(1));
    await service.database.prisma.productSequence.update({
      where: { accountId: account.id },
      data: { lastNumber: 4_999n },
    });
    const results = await sendRows(account, 'products', products(4));
    expect(outcomesOf(results)).toEqual(['unchanged', 'created', 'refused', 'refused']);
    expect(results[2]!.error).toMatchObject({ code: 'quota_exceeded', field: null });
    for (const _ of [1, 2])
      await account.call('POST', '/products/upsert', { body: { products: products(500) } });
    const refused = await account.call('POST', '/products/upsert', { body: { products: products(500) } });
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('is repeated by its Idempotency-Key', async () => {
    const account = await createAccount(service);
    const headers = { 'Idempotency-Key': 'nightly' };
    const call = () => account.call('POST', '/products/upsert', { body: { products: products(2) }, headers });
    const first = await call();
    const second = await call();
    expect(second.text).toBe(first.text);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  });
});

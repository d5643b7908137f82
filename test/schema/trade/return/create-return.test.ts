import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import type { Answer } from '../../../support/http/answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
} from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('POST /returns', () => {
  it('returns the read shape, credited at the delivery’s price', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: 'Bread', price: 0.07 });
    const products = [{ product_id: product.id, quantity: 1_000 }];
    const delivery = await createSentDelivery(account, { products });
    await account.call('PATCH', `/products/${product.id}`, { body: { name: 'Rye', price: 500 } });
    const body = {
      delivery_id: delivery.id,
      product_id: product.id,
      quantity: 3,
      reason: 'damaged',
      return_date: '2026-02-28',
      description: 'Crushed in transit',
    };
    const answer = await account.call('POST', '/returns', { body });
    expect(expectData(answer, 201)).toStrictEqual({
      ...body,
      id: expect.any(Number),
      product_name: 'Bread',
      credit_amount: 0.21,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/returns/${answer.json.data.id}`);
  });

  it('credits exactly what binary floating point cannot', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { price: 9_999_999.99 });
    const products = [{ product_id: product.id, quantity: 999_999 }];
    const { id: delivery_id } = await createSentDelivery(account, { products });
    const { id } = await createReturn(account, { delivery_id, product_id: product.id, quantity: 999_999 });
    const { text } = await account.call('GET', `/returns/${id}`);
    expect(text).toContain('"credit_amount":9999989990000.01,');
  });

  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    ['  Crushed ', 'Crushed'],
  ])('reads the description %j as %j', async (description, read) => {
    const account = await createAccount(service);
    expect(await createReturn(account, { description })).toHaveProperty('description', read);
  });

  it('accepts returns from deliveries in transit and completed ones', async () => {
    const account = await createAccount(service);
    const delivery = await createSentDelivery(account);
    const named = { delivery_id: delivery.id, product_id: delivery.products[0].product_id };
    await createReturn(account, named);
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'completed' } });
    expect(await createReturn(account, named)).toHaveProperty('delivery_id', delivery.id);
  });

  it('refuses products of a delivery that is pending or cancelled', async () => {
    const account = await createAccount(service);
    const delivery = await createDelivery(account);
    const body = returnOf(delivery);
    const pending = await account.call('POST', '/returns', { body });
    expectError(pending, 400, 'validation_error', 'delivery_id');
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'cancelled' } });
    const cancelled = await account.call('POST', '/returns', { body });
    expectError(cancelled, 400, 'validation_error', 'delivery_id');
  });

  it('does not find a delivery that does not exist or belongs to another account', async () => {
    const account = await createAccount(service);
    const theirs = await createSentDelivery(await createAccount(service));
    const stranger = await account.call('POST', '/returns', { body: returnOf(theirs) });
    expectError(stranger, 404, 'not_found', 'delivery_id');
    const body = { ...returnOf(theirs), delivery_id: Number.MAX_SAFE_INTEGER };
    const nobody = await account.call('POST', '/returns', { body });
    expect(nobody.text).toBe(stranger.text);
  });

  it('refuses a product that is not in the delivery', async () => {
    const account = await createAccount(service);
    const delivery = await createSentDelivery(account);
    const ours = await createProduct(account);
    const theirs = await createProduct(await createAccount(service));
    for (const product_id of [ours.id, theirs.id, Number.MAX_SAFE_INTEGER]) {
      const answer = await account.call('POST', '/returns', { body: { ...returnOf(delivery), product_id } });
      expectError(answer, 400, 'validation_error', 'product_id');
    }
  });

  it('refuses more than what was delivered, over all returns of the product', async () => {
    const account = await createAccount(service);
    const delivery = await createSentDelivery(account);
    const post = (quantity: number) =>
      account.call('POST', '/returns', { body: { ...returnOf(delivery), quantity } });
    expectError(await post(11), 400, 'validation_error', 'quantity');
    expectData(await post(4), 201);
    expectError(await post(7), 400, 'validation_error', 'quantity');
    expectData(await post(6), 201);
    expectError(await post(1), 400, 'validation_error', 'quantity');
  });

  it('counts each product and each delivery separately', async () => {
    const account = await createAccount(service);
    const products = [];
    for (const quantity of [1, 2]) products.push({ product_id: (await createProduct(account)).id, quantity });
    for (const { id } of [
      await createSentDelivery(account, { products }),
      await createSentDelivery(account, { products }),
    ]) {
      for (const line of products) await createReturn(account, { delivery_id: id, ...line });
    }
    expect(expectData(await account.call('GET', '/returns'))).toHaveLength(4);
  });
});

describe('racing returns', () => {
  it('take back no more than was delivered', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 30, quantity: 1 }), 10);
  });

  it('take back as much as possible when one exceeds it', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 20, quantity: 3 }), 3);
  });

  it('take back no more than was delivered under different idempotency keys', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 30, quantity: 1, isKeyed: true }), 10);
  });
});

/** Returns the input for a return of one piece. */
function returnOf(delivery: { id: number; products: { product_id: number }[] }) {
  return {
    delivery_id: delivery.id,
    product_id: delivery.products[0]!.product_id,
    quantity: 1,
    reason: 'damaged',
    return_date: '2026-11-20',
  };
}

interface Race {
  count: number;
  quantity: number;
  /** Whether each request has an Idempotency-Key, and so a transaction of its own. */
  isKeyed?: boolean;
}

/** Sends concurrent returns of `quantity` pieces each, from a delivery of ten. */
async function race(account: TestAccount, { count, quantity, isKeyed }: Race): Promise<Answer[]> {
  const delivery = await createSentDelivery(account);
  const reference = { delivery_id: delivery.id, product_id: delivery.products[0].product_id };
  const body = { ...reference, quantity, reason: 'damaged', return_date: '2026-11-20' };
  const post = (index: number) => {
    const headers = isKeyed ? { 'Idempotency-Key': `return-${index}` } : undefined;
    return account.call('POST', '/returns', { body, headers });
  };
  return Promise.all(Array.from({ length: count }, (_, index) => post(index)));
}

/** Expects this many recorded returns, and the rest to be refused. */
async function expectRecorded(account: TestAccount, answers: Answer[], count: number): Promise<void> {
  const [recorded, refused] = [201, 400].map((status) => answers.filter((each) => each.status === status));
  expect(recorded).toHaveLength(count);
  expect(refused).toHaveLength(answers.length - count);
  for (const answer of refused!) expectError(answer, 400, 'validation_error', 'quantity');
  expect(expectData(await account.call('GET', '/returns?per_page=100'))).toHaveLength(count);
}

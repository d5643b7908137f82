import { describe, expect, it } from 'vitest';
import { callbackBody } from '../../src/reference/callbacks.ts';
import type { EventType } from '../../src/schema/core/event/events.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { type Receiver, startReceiver } from '../support/webhook/receiver.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: {} });
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('the payload of', () => {
  it('delivery.created contains destination, value and date', async () => {
    await using receiver = await startReceiver(200);
    const account = await subscriber('delivery.created', receiver);
    const { id, created_at } = await createHarbourDelivery(account);
    expect(await dataOf('delivery.created', receiver)).toBe(
      `{"delivery_id":${id},"supermarket_name":"Fresh & Co","subchain_name":"Harbour",` +
        `"total_value":59.97,"delivery_date":"${inDays(1)}","created_at":"${created_at}"}`,
    );
  });

  it.each([
    ['in_transit', 'in_transit_at', createHarbourDelivery],
    ['completed', 'completed_at', createSentHarbourDelivery],
    ['cancelled', 'cancelled_at', createHarbourDelivery],
  ])('delivery.%s contains the time of the change as %s', async (status, movedAt, create) => {
    await using receiver = await startReceiver(200);
    const account = await subscriber(`delivery.${status}`, receiver);
    const { id } = await create(account);
    await account.call('PATCH', `/deliveries/${id}`, { body: { status } });
    const [row] = await service.database.prisma.delivery.findMany({ where: { accountId: account.id } });
    const time = { in_transit: row!.inTransitAt, completed: row!.completedAt, cancelled: row!.cancelledAt }[
      status
    ]!.toISOString();
    expect(await dataOf(`delivery.${status}`, receiver)).toBe(
      `{"delivery_id":${id},"supermarket_name":"Fresh & Co","subchain_name":"Harbour",` +
        `"total_value":59.97,"${movedAt}":"${time}"}`,
    );
  });

  it('return.created contains the returned goods and the credit', async () => {
    await using receiver = await startReceiver(200);
    const account = await subscriber('return.created', receiver);
    const delivery = await createSentHarbourDelivery(account);
    const [line] = delivery.products;
    const { id, created_at } = await createReturn(account, {
      delivery_id: delivery.id,
      product_id: line.product_id,
      quantity: 2,
      reason: 'expired',
    });
    expect(await dataOf('return.created', receiver)).toBe(
      `{"return_id":${id},"delivery_id":${delivery.id},"product_id":${line.product_id},"product_name":"Müsli 🥐",` +
        `"quantity":2,"reason":"expired","credit_amount":39.98,"return_date":"${inDays(0)}","created_at":"${created_at}"}`,
    );
  });

  it('product.created has the fields of a product', async () => {
    await using receiver = await startReceiver(200);
    const account = await subscriber('product.created', receiver);
    const { id, created_at } = await createProduct(account, { name: 'Rye', weight: 1.25, price: 3.5 });
    expect(await dataOf('product.created', receiver)).toBe(
      `{"product_id":${id},"sequential_id":"P-0001","name":"Rye","weight":1.25,"price":3.5,` +
        `"category":"bakery","created_at":"${created_at}"}`,
    );
  });

  it('product.updated has the current fields, and the names of those that changed', async () => {
    await using receiver = await startReceiver(200);
    const account = await subscriber('product.updated', receiver);
    const { id, created_at } = await createProduct(account, { name: 'Rye', weight: 1.25, price: 3.5 });
    await account.call('PATCH', `/products/${id}`, { body: { name: 'Rye', price: 4, category: 'bread' } });
    const { updatedAt } = await service.database.prisma.product.findFirstOrThrow({ where: { id } });
    expect(await dataOf('product.updated', receiver)).toBe(
      `{"product_id":${id},"sequential_id":"P-0001","name":"Rye","weight":1.25,"price":4,"category":"bread",` +
        `"created_at":"${created_at}","updated_at":"${updatedAt.toISOString()}","changed":["price","category"]}`,
    );
  });

  it('webhook.test has the id of the webhook', async () => {
    await using receiver = await startReceiver(200);
    const account = await createAccount(service);
    const { id } = await subscribe(account, receiver.url);
    await account.call('POST', `/webhooks/${id}/test`);
    expect(JSON.parse(await dataOf('webhook.test', receiver))).toEqual({ webhook_id: id });
  });

  it('is that of the change, although the records have changed when it is sent', async () => {
    await using receiver = await startReceiver(200);
    const account = await subscriber('product.created', receiver, 'product.updated');
    const { id } = await createProduct(account, { name: 'First' });
    await account.call('PATCH', `/products/${id}`, { body: { name: 'Second' } });
    await expect.poll(() => receiver.callbacks, PATIENCE).toHaveLength(2);
    const told = receiver.callbacks.map(({ body }) => JSON.parse(body.toString()));
    const names = Object.fromEntries(told.map(({ event, data }) => [event, data.name]));
    expect(names).toEqual({ 'product.created': 'First', 'product.updated': 'Second' });
  });
});

async function subscriber(event: string, receiver: Receiver, ...more: string[]): Promise<TestAccount> {
  const account = await createAccount(service);
  await subscribe(account, receiver.url, [event, ...more]);
  return account;
}

async function createHarbourDelivery(account: TestAccount) {
  return createDelivery(account, await harbour(account));
}

async function createSentHarbourDelivery(account: TestAccount) {
  return createSentDelivery(account, await harbour(account));
}

async function harbour(account: TestAccount) {
  const supermarket = await createSupermarket(account, { name: 'Fresh & Co' });
  const product = await createProduct(account, { name: 'Müsli 🥐', price: 19.99 });
  return {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[1].id,
    products: [{ product_id: product.id, quantity: 3 }],
  };
}

/** Waits for the only callback, and returns its data byte for byte after checking the rest of the body. */
async function dataOf(event: string, { callbacks }: Receiver): Promise<string> {
  await expect.poll(() => callbacks, PATIENCE).toHaveLength(1);
  const [{ headers, body }] = callbacks as [(typeof callbacks)[0]];
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(body.length),
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
  });
  const text = body.toString('utf8');
  expect(callbackBody(event as EventType).safeParse(JSON.parse(text)).error).toBeUndefined();
  const { timestamp } = JSON.parse(text);
  expect(timestamp).toMatch(TIME);
  expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(PATIENCE.timeout);
  const [before, after] = [`{"event":"${event}","timestamp":"${timestamp}","data":`, '}'];
  expect([text.slice(0, before.length), text.at(-1)]).toEqual([before, after]);
  return text.slice(before.length, -1);
}

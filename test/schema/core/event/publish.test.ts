import { describe, expect, it } from 'vitest';
import type { Db } from '../../../../src/database/connect.ts';
import { createProduct as createProductIn } from '../../../../src/schema/catalogue/product/create-product.ts';
import type { Context } from '../../../../src/schema/core/context.ts';
import { EVENT_TYPES } from '../../../../src/schema/core/event/events.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  inDays,
} from '../../../support/records/records.ts';
import { startReceiver } from '../../../support/webhook/receiver.ts';
import { useService } from '../../../support/service/service.ts';
import { contextFor } from '../../../support/service/context.ts';
import { expectQuiet, messagesOf, PATIENCE, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });

describe('a change', () => {
  it('publishes one event, and of racing equal moves only the successful one', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const moves = Array.from({ length: 10 }, () =>
      account.call('PATCH', `/deliveries/${id}`, { body: { status: 'in_transit' } }),
    );
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(400)]);
    expect(await eventsOf(account)).toEqual(['product.created', 'delivery.created', 'delivery.in_transit']);
  });

  it('publishes no event when it is refused', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    const before = await eventsOf(account);
    const refused = [
      await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } }),
      await account.call('POST', '/products', { body: { name: 'No price' } }),
      await account.call('POST', '/deliveries', {
        body: { supermarket_id: 1, subchain_id: 1, products, delivery_date: inDays(0) },
      }),
      await account.call('POST', '/returns', {
        body: {
          delivery_id: id,
          product_id: products[0].product_id,
          quantity: 11,
          reason: 'damaged',
          return_date: inDays(0),
        },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await eventsOf(account)).toEqual(before);
  });

  it('publishes no event when it is rolled back', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const { prisma } = service.database;
    const product = { name: 'Never', weight: 1, price: 1, category: 'none' };
    const rolledBack = prisma.$transaction(async (db) => {
      await createProductIn(contextOf(account, db), product);
      expect(await db.event.count({ where: { accountId: account.id } })).toBe(1);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await eventsOf(account)).toEqual([]);
    await createProduct(account, { name: 'Real' });
    await expect.poll(() => receiver.callbacks, PATIENCE).toHaveLength(1);
    await expectQuiet(service);
    expect(await messagesOf(service, webhook)).toHaveLength(1);
  });

  it('publishes no event when it leaves a product unchanged', async () => {
    const account = await createAccount(service);
    const fields = { name: 'Same', weight: 0.5, price: 2.5, category: 'bakery' };
    const { id } = await createProduct(account, fields);
    const { status } = await account.call('PATCH', `/products/${id}`, { body: fields });
    expect(status).toBe(200);
    expect(await eventsOf(account)).toEqual(['product.created']);
  });
});

describe('an event', () => {
  it('goes to every webhook of its account that subscribed to it, and to no other', async () => {
    const [account, stranger] = [await createAccount(service), await createAccount(service)];
    await using receiver = await startReceiver(200);
    const both = [
      await subscribe(account, receiver.url, [...EVENT_TYPES]),
      await subscribe(account, receiver.url, ['return.created']),
    ];
    const others = [
      await subscribe(
        account,
        receiver.url,
        EVENT_TYPES.filter((event) => event !== 'return.created'),
      ),
      await subscribe(stranger, receiver.url, [...EVENT_TYPES]),
    ];
    await createReturn(account);
    await expectQuiet(service);
    const received = async (webhook: { id: number }) =>
      (await messagesOf(service, webhook as never)).filter(({ event }) => event.type === 'return.created')
        .length;
    expect(await Promise.all(both.map(received))).toEqual([1, 1]);
    expect(await Promise.all(others.map(received))).toEqual([0, 0]);
    expect(await messagesOf(service, others[1]!)).toEqual([]);
  });

  it('is not sent once the webhook is deleted, with its messages', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect.poll(() => receiver.callbacks, PATIENCE).toHaveLength(1);
    await expectQuiet(service);
    await account.call('DELETE', `/webhooks/${webhook.id}`);
    expect(await messagesOf(service, webhook)).toEqual([]);
    await createProduct(account);
    // Its retry is due at once, and finds nothing.
    await service.database.pool.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs`,
    );
    await expectQuiet(service);
    expect(receiver.callbacks).toHaveLength(1);
  });
});

/** Returns the events that an account has published, in order. */
async function eventsOf({ id }: TestAccount): Promise<string[]> {
  const events = await service.database.prisma.event.findMany({
    where: { accountId: id },
    orderBy: { id: 'asc' },
  });
  return events.map(({ type }) => type);
}

function contextOf({ id }: TestAccount, db: Db): Context {
  const scopes = new Set(['products:write'] as const);
  return contextFor({ accountId: id, plan: 'business', keyId: 0n, scopes }, db);
}

import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { createLine, type DeliveryLine, move, SETTING } from '../../../support/records/lots.ts';
import { createDelivery, createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const WARNED = `id warnings { kind productId productName lot bestBefore useBy remainingDays minRemainingDays }
  products { minRemainingDays }`;
const READ = `query ($id: ID!) { delivery(id: $id) { ${WARNED} } }`;
const SET = `mutation ($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!) {
  setDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots) { ${WARNED} }
}`;
const PROMISE = `mutation ($id: ID!, $input: UpdateSupermarketInput!) {
  updateSupermarket(id: $id, input: $input) { minRemainingDays minRemainingPercent refusesShortDated }
}`;
const UPSERT = `mutation ($input: [UpsertSupermarketInput!]!) {
  upsertSupermarkets(input: $input) { outcome supermarket { minRemainingDays minRemainingPercent refusesShortDated } }
}`;
const DELIVERED = '2099-12-10';

/**
 * Creates a delivery of ten loaves that keep for ten days, due on 10 December, to a supermarket with this
 * promise.
 */
async function promised(promise: object) {
  const account = await createAccount(service);
  const product = await createProduct(account, { name: 'Loaf', shelf_life_days: 10 });
  const line = await createLine(account, undefined, { product, delivery: { delivery_date: DELIVERED } });
  const { delivery } = await ask(account, `{ delivery(id: ${line.deliveryId}) { supermarketId branchId } }`);
  const { updateSupermarket } = await ask(account, PROMISE, { id: delivery.supermarketId, input: promise });
  expect(updateSupermarket).toMatchObject(promise);
  return { account, product, line, supermarketId: delivery.supermarketId, branchId: delivery.branchId };
}

async function set(account: TestAccount, line: DeliveryLine, lots: object[]) {
  return (await ask(account, SET, { ...line, lots })).setDeliveryLots;
}

describe('the promise of a supermarket', () => {
  it('warns about lots with fewer days left than promised, when they are entered and later', async () => {
    const { account, line } = await promised({ minRemainingDays: 5 });
    const { warnings, products } = await set(account, line, [
      { lot: 'A', bestBefore: '2099-12-15', quantity: 1 },
      { lot: 'B', bestBefore: '2099-12-14', quantity: 1 },
      { useBy: '2099-12-09', quantity: 1 },
      { lot: 'C', quantity: 1 },
    ]);
    const short = { kind: 'SHORT_DATED', productId: String(line.productId), productName: 'Loaf' };
    expect(products).toEqual([{ minRemainingDays: 5 }]);
    expect(warnings).toEqual([
      { ...short, lot: 'B', bestBefore: '2099-12-14', useBy: null, remainingDays: 4, minRemainingDays: 5 },
      { ...short, lot: null, bestBefore: null, useBy: '2099-12-09', remainingDays: -1, minRemainingDays: 5 },
    ]);
    expect((await ask(account, READ, { id: line.deliveryId })).delivery.warnings).toEqual(warnings);
    await set(account, line, []);
    expect((await ask(account, READ, { id: line.deliveryId })).delivery.warnings).toEqual([]);
  });

  it('counts all warnings of a delivery with more than a response shows', async () => {
    const { account, line, supermarketId, branchId } = await promised({ minRemainingDays: 5 });
    const lots = Array.from({ length: 20 }, (_, n) => ({ lot: `L${n}`, use_by: '2099-12-11', quantity: 1 }));
    const products = await Promise.all(
      Array.from({ length: 7 }, async () => ({
        product_id: (await createProduct(account)).id,
        quantity: 20,
        lots,
      })),
    );
    const to = { supermarket_id: Number(supermarketId), subchain_id: Number(branchId) };
    const many = await createDelivery(account, { ...to, delivery_date: DELIVERED, products });
    await set(account, line, [{ lot: 'B', bestBefore: '2099-12-14', quantity: 1 }]);
    const { deliveries } = await ask(
      account,
      '{ deliveries(orderBy: CREATED_ASC) { nodes { id warningCount warnings { kind } } } }',
    );
    expect(deliveries.nodes).toMatchObject([
      { id: String(line.deliveryId), warningCount: 1 },
      { id: String(many.id), warningCount: 140 },
    ]);
    expect(deliveries.nodes[1].warnings).toHaveLength(100);
  });

  it('can be in percent of the shelf life of the product; the longer of both counts', async () => {
    const { account, line, supermarketId } = await promised({ minRemainingPercent: 41 });
    const days = async () => (await set(account, line, [])).products[0].minRemainingDays;
    expect(await days()).toBe(5);
    await ask(account, PROMISE, { id: supermarketId, input: { minRemainingDays: 4 } });
    expect(await days()).toBe(5);
    await ask(account, PROMISE, { id: supermarketId, input: { minRemainingDays: 6 } });
    expect(await days()).toBe(6);
    await ask(account, PROMISE, { id: supermarketId, input: { minRemainingDays: null } });
    await service.database.pool.query('UPDATE products SET shelf_life_days = NULL WHERE account_id = $1', [
      account.id,
    ]);
    expect(await days()).toBe(null);
  });

  it('refuses such lots only where that is switched on, naming the date, but never a correction', async () => {
    const { account, line, ...place } = await promised({ minRemainingDays: 5, refusesShortDated: true });
    const lots = [
      { lot: 'A', bestBefore: '2099-12-15', quantity: 1 },
      { lot: 'B', useBy: '2099-12-14', quantity: 1 },
    ];
    expect(await refusalOf(account, SETTING.set, { ...line, lots })).toMatchObject({
      code: 'validation_error',
      field: 'lots[1].useBy',
      message: expect.stringContaining('must be 2099-12-15 or later'),
    });
    const body = {
      supermarket_id: Number(place.supermarketId),
      subchain_id: Number(place.branchId),
      delivery_date: DELIVERED,
      products: [
        {
          product_id: line.productId,
          quantity: 1,
          lots: [{ lot: 'B', best_before: '2099-12-14', quantity: 1 }],
        },
      ],
    };
    const refused = await account.call('POST', '/deliveries', { body });
    expectError(refused, 400, 'validation_error', 'products[0].lots[0].best_before');
    const revision = { products: [{ productId: String(line.productId), quantity: 9, lots }] };
    const REVISE = `mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }`;
    expect(await refusalOf(account, REVISE, { id: line.deliveryId, input: revision })).toMatchObject({
      field: 'products[0].lots[1].useBy',
    });
    const earlier = { ...revision, deliveryDate: '2099-12-09' };
    await ask(account, REVISE, { id: line.deliveryId, input: earlier });
    const { rows } = await service.database.pool.query<{ id: string }>(
      `SELECT id FROM deliveries WHERE account_id = $1 AND status = 'pending'`,
      [account.id],
    );
    const revised = { deliveryId: Number(rows[0]!.id), productId: line.productId };
    for (const status of ['in_transit', 'completed']) await move(account, revised, status);
    const correction = { ...revised, lots: [{ useBy: '2099-12-01', quantity: 1 }], reason: 'misread' };
    await ask(account, SETTING.correct, correction);
    const { delivery } = await ask(account, READ, { id: revised.deliveryId });
    expect(delivery.warnings).toMatchObject([{ useBy: '2099-12-01', remainingDays: -8 }]);
  });

  it('is written by upsert, kept when left out, and cleared by null', async () => {
    const account = await createAccount(service);
    const row = { reference: 'S', name: 'S', contactEmail: 's@s.example' };
    const upsert = async (fields: object) =>
      (await ask(account, UPSERT, { input: [{ ...row, ...fields }] })).upsertSupermarkets[0];
    const promise = { minRemainingDays: 3, minRemainingPercent: 50, refusesShortDated: true };
    expect(await upsert(promise)).toEqual({ outcome: 'CREATED', supermarket: promise });
    expect(await upsert({})).toEqual({ outcome: 'UNCHANGED', supermarket: promise });
    const changed = { ...promise, minRemainingDays: null, refusesShortDated: false };
    expect(await upsert({ minRemainingDays: null, refusesShortDated: false })).toEqual({
      outcome: 'UPDATED',
      supermarket: changed,
    });
  });
});

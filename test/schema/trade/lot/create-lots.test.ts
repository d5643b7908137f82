import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { createLine, lot, lotsOf } from '../../../support/records/lots.ts';
import { createDelivery, createProduct, inDays } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('lots over REST', () => {
  it('are written with the delivery, and shown by GraphQL alone', async () => {
    const account = await createAccount(service);
    const [bread, milk] = [await createProduct(account), await createProduct(account)];
    const delivery = await createDelivery(account, {
      products: [
        { product_id: milk.id, quantity: 3 },
        {
          product_id: bread.id,
          quantity: 10,
          lots: [
            { lot: ' L4711 ', best_before: '2099-12-20', quantity: 6 },
            { lot: 'l4711', quantity: 1 },
            { use_by: '2099-12-21', quantity: 2, lot: null },
          ],
        },
      ],
    });
    expect(delivery.products[1]).toEqual(expect.not.objectContaining({ lots: expect.anything() }));
    const full = await account.call('GET', `/deliveries/${delivery.id}?view=full`);
    expect(full.text).not.toContain('4711');
    expect(await lotsOf(account, delivery.id)).toEqual([
      [],
      [
        lot({ lot: 'L4711', bestBefore: '2099-12-20', quantity: 6 }),
        lot({ lot: 'l4711', quantity: 1 }),
        lot({ useBy: '2099-12-21', quantity: 2, isGs1: false }),
      ],
    ]);
  });

  it('are written in a batch, and returned by the mutation that creates them', async () => {
    const account = await createAccount(service);
    const { deliveryId, productId } = await createLine(account, undefined);
    const { supermarketId, branchId } = (
      await ask(account, `{ delivery(id: ${deliveryId}) { supermarketId branchId } }`)
    ).delivery;
    const row = {
      supermarket_id: Number(supermarketId),
      subchain_id: Number(branchId),
      delivery_date: inDays(1),
    };
    const lines = (lots: object[]) => [{ product_id: productId, quantity: 2, lots }];
    const deliveries = [
      { ...row, products: lines([{ lot: 'B', quantity: 2 }]) },
      { ...row, products: lines([{ lot: 'B', quantity: 3 }]) },
    ];
    const { json } = await account.call('POST', '/deliveries/batch', { body: { deliveries } });
    expect(json.data).toMatchObject([
      { outcome: 'created' },
      { outcome: 'refused', error: { code: 'validation_error', field: 'products[0].lots' } },
    ]);
    expect(await lotsOf(account, json.data[0].id)).toEqual([[lot({ lot: 'B', quantity: 2 })]]);
    const input = {
      supermarketId,
      branchId,
      deliveryDate: inDays(1),
      products: [
        { productId: String(productId), quantity: 2, lots: [{ lot: 'C', quantity: 1, source: 'Mill' }] },
      ],
    };
    const CREATE =
      'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { products { lots { lot source } } } }';
    const { createDelivery: created } = await ask(account, CREATE, { input });
    expect(created.products).toEqual([{ lots: [{ lot: 'C', source: 'Mill' }] }]);
  });

  it.each<[string, object[], string]>([
    [
      'more than the line',
      [
        { lot: 'A', quantity: 6 },
        { lot: 'B', quantity: 5 },
      ],
      'products[0].lots',
    ],
    [
      'two dates',
      [
        { lot: 'A', quantity: 1 },
        { best_before: '2099-01-01', use_by: '2099-01-01', quantity: 1 },
      ],
      'products[0].lots[1].best_before',
    ],
    ['neither lot nor date', [{ quantity: 1 }], 'products[0].lots[0].lot'],
    [
      'a lot twice',
      [
        { lot: 'A', quantity: 1 },
        { lot: 'A', quantity: 1 },
      ],
      'products[0].lots[1].lot',
    ],
    ['no quantity', [{ lot: 'A' }], 'products[0].lots[0].quantity'],
    ['a quantity of 0', [{ lot: 'A', quantity: 0 }], 'products[0].lots[0].quantity'],
    ['65 characters', [{ lot: 'x'.repeat(65), quantity: 1 }], 'products[0].lots[0].lot'],
    ['a control character', [{ lot: 'A\u0007B', quantity: 1 }], 'products[0].lots[0].lot'],
    ['an unreal date', [{ use_by: '2099-02-30', quantity: 1 }], 'products[0].lots[0].use_by'],
    ['its source', [{ lot: 'A', quantity: 1, source: 'x' }], 'products[0].lots[0].source'],
    [
      '21 lots',
      Array.from({ length: 21 }, (_, index) => ({ lot: `L${index}`, quantity: 1 })),
      'products[0].lots',
    ],
  ])('are refused with %s', async (_what, lots, field) => {
    const account = await createAccount(service);
    const body = {
      supermarket_id: 1,
      subchain_id: 1,
      delivery_date: inDays(1),
      products: [{ product_id: 1, quantity: 10, lots }],
    };
    expectError(await account.call('POST', '/deliveries', { body }), 400, 'validation_error', field);
  });
});

import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { createLine, lot, lotsOf, move, SETTING } from '../../../support/records/lots.ts';
import { createDelivery, createProduct, inDays } from '../../../support/records/records.ts';
import { revise } from '../../../support/records/versions.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

function setLots(account: TestAccount, line: object, lots: object[]) {
  return ask(account, SETTING.set, { ...line, lots });
}

/** Waits until a statement waits for a lock. */
async function waiting(): Promise<void> {
  await expect.poll(isAnyWaiting).toBe(true);
}

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await service.database.pool.query<{ waiting: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
  );
  return rows[0]!.waiting;
}

describe('setDeliveryLots', () => {
  it('replaces the lots until the delivery is completed, and correctDeliveryLots keeps the old ones', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    const { deliveryId } = line;
    await setLots(account, line, [{ lot: 'Ä B', bestBefore: '2099-12-20', quantity: 4 }]);
    expect(await lotsOf(account, deliveryId)).toEqual([
      [lot({ lot: 'Ä B', bestBefore: '2099-12-20', quantity: 4, isGs1: false })],
    ]);
    await setLots(account, line, []);
    expect(await lotsOf(account, deliveryId)).toEqual([[]]);
    const early = { ...line, lots: [], reason: 'typo' };
    const refused = { code: 'invalid_transition', field: 'status' };
    expect(await refusalOf(account, SETTING.correct, early)).toMatchObject(refused);
    await move(account, line, 'in_transit');
    const { setDeliveryLots } = await setLots(account, line, [{ lot: 'C', quantity: 10 }]);
    expect(setDeliveryLots.products).toEqual([{ lots: [lot({ lot: 'C', quantity: 10 })] }]);
    await move(account, line, 'completed');
    expect(await refusalOf(account, SETTING.set, { ...line, lots: [] })).toMatchObject(refused);
    await ask(account, SETTING.correct, { ...line, lots: [{ lot: 'D', quantity: 9 }], reason: 'misread' });
    expect(await lotsOf(account, deliveryId)).toEqual([[lot({ lot: 'D', quantity: 9 })]]);
    const rows = await service.database.prisma.deliveryItemLot.findMany({
      where: { accountId: account.id },
      orderBy: { id: 'asc' },
    });
    expect(rows).toMatchObject([
      { lot: 'C', supersededAt: expect.any(Date), reason: 'misread' },
      { lot: 'D', supersededAt: null, reason: null },
    ]);
  });

  it('refuses what is wrong, naming it', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, undefined);
    const lots = [{ lot: 'A', quantity: 1 }];
    const theirs = await createLine(await createAccount(service), undefined);
    const refusal = (variables: object) => refusalOf(account, SETTING.set, { ...line, lots, ...variables });
    expect(await refusal({ deliveryId: theirs.deliveryId })).toMatchObject({
      code: 'not_found',
      field: 'deliveryId',
    });
    expect(await refusal({ productId: theirs.productId })).toMatchObject({
      code: 'validation_error',
      field: 'productId',
    });
    expect(await refusal({ lots: [{ lot: 'A', quantity: 11 }] })).toMatchObject({
      code: 'validation_error',
      field: 'lots',
    });
    expect(
      await refusal({ lots: [...lots, { bestBefore: '2099-01-01', useBy: '2099-01-01', quantity: 1 }] }),
    ).toMatchObject({
      code: 'validation_error',
      field: 'lots[1].bestBefore',
    });
    const reason = await refusalOf(account, SETTING.correct, { ...line, lots, reason: ' ' });
    expect(reason).toMatchObject({ code: 'validation_error', field: 'reason' });
    const readOnly = { ...account, scopes: ['deliveries:read'] as const };
    expect(await refusalOf(readOnly, SETTING.set, { ...line, lots })).toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('is needed before dispatch where the product requires lots', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 9 }]);
    const change = `mutation { updateProduct(id: ${line.productId}, input: { lotTracking: REQUIRED }) { lotTracking } }`;
    expect((await ask(account, change)).updateProduct).toEqual({ lotTracking: 'REQUIRED' });
    expectError(await move(account, line, 'in_transit'), 400, 'validation_error', 'status');
    const MANY = `mutation { moveDeliveries(ids: ["${line.deliveryId}"], status: IN_TRANSIT) { outcome error { code field } } }`;
    expect((await ask(account, MANY)).moveDeliveries).toEqual([
      { outcome: 'REFUSED', error: { code: 'validation_error', field: 'status' } },
    ]);
    await setLots(account, line, [
      { lot: 'A', quantity: 9 },
      { useBy: '2099-12-01', quantity: 1 },
    ]);
    expect((await ask(account, MANY)).moveDeliveries).toEqual([{ outcome: 'MOVED', error: null }]);
    const other = await createLine(account, undefined, { product: { id: line.productId } });
    expect((await move(account, other, 'cancelled')).status).toBe(200);
    // After dispatch, lots can be changed, but not be taken away.
    for (const lots of [[], [{ lot: 'A', quantity: 9 }]]) {
      const refused = await refusalOf(account, SETTING.set, { ...line, lots });
      expect(refused).toMatchObject({ code: 'validation_error', field: 'lots' });
    }
    await setLots(account, line, [{ lot: 'B', quantity: 10 }]);
    await move(account, line, 'completed');
    const correction = { ...line, lots: [], reason: 'none' };
    expect(await refusalOf(account, SETTING.correct, correction)).toMatchObject({ field: 'lots' });
  });

  it.each(['moveDelivery', 'moveDeliveries'])(
    'never lets %s dispatch a product that requires lots while they are taken away',
    async (verb) => {
      const account = await createAccount(service);
      const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
      await ask(
        account,
        `mutation { updateProduct(id: ${line.productId}, input: { lotTracking: REQUIRED }) { id } }`,
      );
      const held = await service.database.pool.connect();
      await held.query('BEGIN');
      const own = [account.id, line.deliveryId];
      // What setDeliveryLots does, up to its commit.
      await held.query('SELECT FROM deliveries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', own);
      await held.query('DELETE FROM delivery_item_lots WHERE account_id = $1 AND delivery_id = $2', own);
      await held.query('UPDATE deliveries SET updated_at = now() WHERE account_id = $1 AND id = $2', own);
      const moved =
        verb === 'moveDelivery'
          ? move(account, line, 'in_transit').then(({ status }) => status)
          : ask(
              account,
              `mutation { moveDeliveries(ids: ["${line.deliveryId}"], status: IN_TRANSIT) { outcome } }`,
            ).then(({ moveDeliveries }) => moveDeliveries[0].outcome);
      await waiting();
      await held.query('COMMIT');
      held.release();
      expect(await moved).toBe(verb === 'moveDelivery' ? 400 : 'REFUSED');
    },
  );
});

describe('reviseDelivery', () => {
  it('takes the lots over, unless the line has others, and refuses a line that is too small for them', async () => {
    const account = await createAccount(service);
    const [bread, milk] = [await createProduct(account), await createProduct(account)];
    const products = [bread, milk].map(({ id }) => ({
      product_id: id,
      quantity: 10,
      lots: [
        { lot: 'A', quantity: 4 },
        { lot: 'B', best_before: '2099-12-20', quantity: 5 },
      ],
    }));
    const { id } = await createDelivery(account, { products });
    const old = await lotsOf(account, id);
    const second = await revise(account, id, { deliveryDate: inDays(9) });
    expect(await lotsOf(account, second.id)).toEqual(old);
    const third = await revise(account, second.id, {
      products: [
        { productId: bread.id, quantity: 9 },
        { productId: milk.id, quantity: 9, lots: [{ lot: 'C', quantity: 9 }] },
      ],
    });
    expect(await lotsOf(account, third.id)).toEqual([old[0], [lot({ lot: 'C', quantity: 9 })]]);
    const REVISE =
      'mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }';
    const smaller = (lots: object) => ({
      products: [
        { productId: milk.id, quantity: 9, lots: [] },
        { productId: bread.id, quantity: 8, ...lots },
      ],
    });
    expect(await refusalOf(account, REVISE, { id: third.id, input: smaller({}) })).toMatchObject({
      code: 'validation_error',
      field: 'products[1].quantity',
      message: expect.stringContaining('add up to, 9'),
    });
    const fourth = await revise(account, third.id, smaller({ lots: [{ lot: 'A', quantity: 8 }] }));
    expect(await lotsOf(account, fourth.id)).toEqual([[], [lot({ lot: 'A', quantity: 8 })]]);
    const fifth = await revise(account, fourth.id, { products: [{ productId: milk.id, quantity: 1 }] });
    expect(await lotsOf(account, fifth.id)).toEqual([[]]);
  });

  it('takes over the lots that are set at the same time', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    const own = [account.id, line.deliveryId];
    const held = await service.database.pool.connect();
    await held.query('BEGIN');
    await held.query('SELECT FROM deliveries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', own);
    await held.query(
      "UPDATE delivery_item_lots SET lot = 'B' WHERE account_id = $1 AND delivery_id = $2",
      own,
    );
    await held.query('UPDATE deliveries SET updated_at = now() WHERE account_id = $1 AND id = $2', own);
    const revising = revise(account, line.deliveryId, { deliveryDate: inDays(9) });
    await waiting();
    await held.query('COMMIT');
    held.release();
    expect(await lotsOf(account, (await revising).id)).toEqual([[lot({ lot: 'B', quantity: 10 })]]);
  });
});

import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { updateAccount } from '../../../../src/schema/people/account/update-account.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { createLine, type DeliveryLine, move, SETTING } from '../../../support/records/lots.ts';
import { createProduct, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';
import { alertsOf, ask as send, change } from '../../../support/webhook/alerts.ts';

const service = useService({ worker: { timeoutMs: 1_000 } });

const WARNINGS = `hasWithdrawnLots
  warnings { kind message productId productName lot bestBefore useBy remainingDays minRemainingDays }`;
const READ = `query ($id: ID!) { delivery(id: $id) { ${WARNINGS} } }`;
const SET = `mutation ($deliveryId: ID!, $productId: ID!, $lots: [DeliveryLotInput!]!) {
  setDeliveryLots(deliveryId: $deliveryId, productId: $productId, lots: $lots) { ${WARNINGS} }
}`;
const MOVE_MANY = `mutation ($ids: [ID!]!) {
  moveDeliveries(ids: $ids, status: IN_TRANSIT) { outcome error { code field } }
}`;
const STOP = 'mutation ($id: ID!) { dispatchStop(id: $id) { status hasWithdrawnLots } }';

/** An account that withdrew the lot A of a product, by lot or date, and a pending delivery of it. */
async function stage(goods: object = { lots: ['A'] }, kind = 'WITHDRAWAL') {
  const account = await createAccount(service);
  const product = await createProduct(account, { name: 'Cheese' });
  const { createWithdrawal } = await ask(
    account,
    'mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }',
    {
      input: { kind, productId: String(product.id), ...goods, reason: 'Glass found', instruction: 'Hold it' },
    },
  );
  const pending = (lots?: object[]) => createLine(account, lots, { product });
  return { account, product, withdrawal: createWithdrawal.id as string, pending };
}

async function warningsOf(account: TestAccount, { deliveryId }: DeliveryLine) {
  return (await ask(account, READ, { id: deliveryId })).delivery;
}

describe('a withdrawn lot', () => {
  it('is warned about where it is entered again, by lot or date, also after the end', async () => {
    const { account, withdrawal, pending, product } = await stage();
    const line = await pending([
      { lot: 'A', best_before: '2099-12-20', quantity: 4 },
      { lot: 'B', quantity: 1 },
    ]);
    const warning = {
      kind: 'WITHDRAWN',
      message: `Withdrawal ${withdrawal} names lot A of Cheese: Glass found`,
      productId: String(product.id),
      productName: 'Cheese',
      lot: 'A',
      bestBefore: '2099-12-20',
      useBy: null,
      remainingDays: null,
      minRemainingDays: null,
    };
    expect(await warningsOf(account, line)).toEqual({ hasWithdrawnLots: true, warnings: [warning] });
    await ask(account, 'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "Done") { id } }', {
      id: withdrawal,
    });
    const again = { ...line, lots: [{ lot: 'B', quantity: 1 }] };
    expect((await ask(account, SET, again)).setDeliveryLots).toEqual({
      hasWithdrawnLots: false,
      warnings: [],
    });
    const set = await ask(account, SET, { ...line, lots: [{ lot: 'A', quantity: 1 }] });
    expect(set.setDeliveryLots.warnings).toMatchObject([{ kind: 'WITHDRAWN', lot: 'A' }]);
    await move(account, line, 'in_transit');
    await move(account, line, 'completed');
    await ask(account, SETTING.correct, { ...line, lots: [], reason: 'misread' });
    expect(await warningsOf(account, line)).toEqual({ hasWithdrawnLots: false, warnings: [] });
    const known = await ask(
      account,
      'query ($productId: ID!) { productWithdrawals(productId: $productId) { id lots } }',
      { productId: String(product.id) },
    );
    expect(known.productWithdrawals).toEqual([{ id: withdrawal, lots: ['A'] }]);

    const dated = await stage({ bestBeforeTo: '2099-12-31' }, 'RECALL');
    const byDate = await dated.pending([{ use_by: '2099-12-20', quantity: 2 }]);
    expect((await warningsOf(dated.account, byDate)).warnings).toMatchObject([
      { kind: 'WITHDRAWN', lot: null, useBy: '2099-12-20' },
    ]);
    const exercise = await stage({ lots: ['A'] }, 'TEST');
    const untouched = await exercise.pending([{ lot: 'A', quantity: 2 }]);
    expect(await warningsOf(exercise.account, untouched)).toEqual({ hasWithdrawnLots: false, warnings: [] });
    await change(exercise.account, { url: 'http://127.0.0.1:1/' });
    await move(exercise.account, untouched, 'in_transit');
    expect(await alertsOf(exercise.account)).toEqual([]);
  });

  it('comes before warnings about shelf life, of which the other fields are of', async () => {
    const { account, product, pending } = await stage();
    const line = await pending([
      { lot: 'S', best_before: inDays(8), quantity: 4 },
      { lot: 'A', quantity: 1 },
    ]);
    const { delivery } = await ask(account, `{ delivery(id: ${line.deliveryId}) { supermarketId } }`);
    await ask(
      account,
      'mutation ($id: ID!) { updateSupermarket(id: $id, input: { minRemainingDays: 30 }) { id } }',
      { id: delivery.supermarketId },
    );
    const { warnings } = await warningsOf(account, line);
    expect(warnings).toMatchObject([
      { kind: 'WITHDRAWN', lot: 'A', remainingDays: null },
      { kind: 'SHORT_DATED', lot: 'S', productId: String(product.id), minRemainingDays: 30 },
    ]);
    expect(warnings[1].message).toMatch(/lot S of Cheese has \d+ days .* promised 30/);
  });

  it('that leaves again by any way causes one alert for each delivery', async () => {
    const { account, withdrawal, pending, product } = await stage();
    await change(account, { url: 'http://127.0.0.1:1/' });
    const lines = [];
    for (let count = 0; count < 3; count++) lines.push(await pending([{ lot: 'A', quantity: 1 }]));
    const [rest, several, stop] = lines as [DeliveryLine, DeliveryLine, DeliveryLine];
    const innocent = await pending([{ lot: 'B', quantity: 1 }]);
    expect((await move(account, rest, 'in_transit')).status).toBe(200);
    const ids = [several, innocent].map(({ deliveryId }) => String(deliveryId));
    expect((await ask(account, MOVE_MANY, { ids })).moveDeliveries).toMatchObject([
      { outcome: 'MOVED' },
      { outcome: 'MOVED' },
    ]);
    const driver = { ...account, scopes: ['stops:read', 'stops:write'] as never };
    expect(await ask(driver, STOP, { id: String(stop.deliveryId) })).toMatchObject({
      dispatchStop: { status: 'IN_TRANSIT', hasWithdrawnLots: true },
    });
    for (const _ of [1, 2]) expect(await alertsOf(account)).toHaveLength(3);
    const { data } = await send(account, '{ alerts { type body } }');
    const alerts = data.alerts.map(({ type, body }: { type: string; body: string }) => ({
      type,
      data: JSON.parse(body).data,
    }));
    expect(alerts).toContainEqual({
      type: 'lot.withdrawn_dispatched',
      data: {
        delivery_id: rest.deliveryId,
        dispatched_at: expect.any(String),
        lots: [
          { product_id: product.id, product_name: 'Cheese', lot: 'A', withdrawal_id: Number(withdrawal) },
        ],
      },
    });
  });

  it('is refused where the account says so, one by one and in bulk', async () => {
    const { account, pending } = await stage();
    await change(account, { url: 'http://127.0.0.1:1/' });
    const [one, other] = [
      await pending([{ lot: 'A', quantity: 1 }]),
      await pending([{ lot: 'B', quantity: 1 }]),
    ];
    const caller = { accountId: account.id, plan: 'business' as const, scopes: new Set(SCOPES) };
    await updateAccount(contextFor(caller, service.database.prisma), { refusesWithdrawn: true });
    expectError(await move(account, one, 'in_transit'), 400, 'validation_error', 'status');
    const ids = [one, other].map(({ deliveryId }) => String(deliveryId));
    expect((await ask(account, MOVE_MANY, { ids })).moveDeliveries).toEqual([
      { outcome: 'REFUSED', error: { code: 'validation_error', field: 'status' } },
      { outcome: 'MOVED', error: null },
    ]);
    await ask(account, SET, { ...one, lots: [{ lot: 'C', quantity: 1 }] });
    expect((await move(account, one, 'in_transit')).status).toBe(200);
    expect(await alertsOf(account)).toEqual([]);
    const cancelled = await pending([{ lot: 'A', quantity: 1 }]);
    expect((await move(account, cancelled, 'cancelled')).status).toBe(200);
  });
});

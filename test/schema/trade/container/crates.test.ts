import { expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import {
  ADJUST,
  balancesOf,
  createContainerType,
  moveToDay,
  SET_CONTAINERS,
} from '../../../support/records/containers.ts';
import { createDriver } from '../../../support/records/drivers.ts';
import {
  createDelivery,
  createProduct,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';

const service = useService();

/** The day of the example: the 12th is tomorrow. */
const november = (day: number) => inDays(day - 11);

const STATEMENT = `query ($supermarketId: ID!, $from: Date!, $to: Date!) {
  containerStatement(supermarketId: $supermarketId, from: $from, to: $to) {
    type { code deposit } opening out back adjusted closing } }`;
const FIGURES = `{ deliveryAnalytics(dateFrom: "${inDays(-60)}", dateTo: "${inDays(60)}") { total { count value } } }`;

it('counts pallets that go out, come back and break', async () => {
  const account = await createSignedIn(service);
  const driver = await createDriver(service, account);
  const market = await createSupermarket(account);
  const place = { supermarket_id: market.id, subchain_id: market.branches[0].id };
  const products = [{ product_id: (await createProduct(account, { price: 2 })).id, quantity: 10 }];
  const epal = await createContainerType(account, { name: 'Euro pallet', code: 'EPAL', deposit: 12.5 });
  const deliver = async (day: number, rows: object[]) => {
    const delivery = await createDelivery(account, { ...place, products });
    const { setContainers } = await ask(account, SET_CONTAINERS, {
      deliveryId: String(delivery.id),
      rows: rows.map((row) => ({ typeId: epal, ...row })),
    });
    expect(setContainers.containers).toHaveLength(rows.length);
    await moveToDay(account, delivery.id, november(day));
    return delivery;
  };
  const move = (id: number, status: string) =>
    account.call('PATCH', `/deliveries/${id}`, { body: { status } });
  const balanceOn = async (day: number) =>
    (await balancesOf(account, { asOf: november(day) })).map(({ balance }) => balance)[0] ?? 0;

  const third = await deliver(3, [{ out: 10, back: 4 }]);
  expect(await balanceOn(3)).toBe(0);
  await move(third.id, 'in_transit');
  await move(third.id, 'completed');
  const ninth = await deliver(9, [{ out: 6 }]);
  await move(ninth.id, 'in_transit');
  const input = { receivedBy: 'Bea', containers: [{ typeId: epal, back: 9 }] };
  const { confirmStop } = await driver.data(
    'mutation ($id: ID!, $input: ConfirmReceiptInput!) { confirmStop(id: $id, input: $input) { containers { type { code } out back } } }',
    { id: String(ninth.id), input },
  );
  expect(confirmStop.containers).toEqual([{ type: { code: 'EPAL' }, out: 6, back: 9 }]);
  const adjustment = { supermarketId: String(market.id), typeId: epal, quantity: -1, reason: 'broken' };
  await ask(account, ADJUST, { ...adjustment, date: november(10) });
  expect([await balanceOn(2), await balanceOn(3), await balanceOn(9), await balanceOn(10)]).toEqual([
    0, 6, 3, 2,
  ]);

  const statement = await ask(account, STATEMENT, {
    supermarketId: String(market.id),
    from: november(1),
    to: november(30),
  });
  expect(statement.containerStatement).toEqual([
    { type: { code: 'EPAL', deposit: 12.5 }, opening: 0, out: 16, back: 13, adjusted: -1, closing: 2 },
  ]);

  const figures = await ask(account, FIGURES);
  const twelfth = await deliver(12, [{ out: 5 }]);
  expect(await balanceOn(12)).toBe(2);
  await move(twelfth.id, 'in_transit');
  expect([await balanceOn(11), await balanceOn(12)]).toEqual([2, 7]);
  const { json } = await account.call('GET', `/deliveries/${twelfth.id}`);
  expect(json.data.total_value).toBe(twelfth.total_value);
  const { count, value } = figures.deliveryAnalytics.total;
  expect((await ask(account, FIGURES)).deliveryAnalytics.total).toEqual({
    count: count + 1,
    value: value + twelfth.total_value,
  });
});

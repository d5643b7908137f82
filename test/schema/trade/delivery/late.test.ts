import { expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { createDelivery, createSupermarket } from '../../../support/records/records.ts';
import { zoneAtNoon } from '../../../support/records/zone-at-noon.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const NAMES = `query ($late: Boolean!, $status: DeliveryStatus) {
  deliveries(filter: { late: $late, status: $status }, orderBy: CREATED_ASC) { totalCount nodes { notes } }
  deliveryPage(filter: { late: $late, status: $status }) { total }
  deliveryTotals(filter: { late: $late, status: $status }) { count }
}`;

it('finds what is open after its day, and a window over midnight only after its end', async () => {
  const account = await createAccount(service);
  const { pool } = account.database;
  const timeZone = zoneAtNoon();
  await pool.query('UPDATE accounts SET time_zone = $2 WHERE id = $1', [account.id, timeZone]);
  const windows = { any: null, day: '06:00-10:00', night: '23:00-13:59', over: '23:00-11:00' };
  const { id, branches } = await createSupermarket(account, {
    branches: Object.entries(windows).map(([name, delivery_window]) => ({
      name,
      address: '1 Market Square',
      delivery_window,
    })),
  });
  const today = Temporal.Now.plainDateISO(timeZone);
  const days = { '2 days ago': -2, yesterday: -1, today: 0, tomorrow: 1 };
  for (const [name, days_] of Object.entries(days)) {
    for (const branch of branches as { id: number; name: string }[]) {
      const notes = `${branch.name} ${name}`;
      const delivery = await createDelivery(account, { supermarket_id: id, subchain_id: branch.id, notes });
      await pool.query('UPDATE deliveries SET delivery_date = $3 WHERE account_id = $1 AND id = $2', [
        account.id,
        delivery.id,
        today.add({ days: days_ }).toString(),
      ]);
    }
  }
  const done = await createDelivery(account, { notes: 'done' });
  await pool.query(
    `UPDATE deliveries SET delivery_date = '2026-01-01', status = 'cancelled', cancelled_at = now()
     WHERE account_id = $1 AND id = $2`,
    [account.id, done.id],
  );

  const read = async (late: boolean, status?: string) => {
    const { deliveries, deliveryPage, deliveryTotals } = await ask(account, NAMES, { late, status });
    expect([deliveryPage.total, deliveryTotals.count]).toEqual([
      deliveries.totalCount,
      deliveries.totalCount,
    ]);
    return deliveries.nodes.map(({ notes }: { notes: string }) => notes);
  };
  const late = [
    ...Object.keys(windows).map((name) => `${name} 2 days ago`),
    ...['any', 'day', 'over'].map((name) => `${name} yesterday`),
  ];
  expect(await read(true)).toEqual(late);
  expect(await read(true, 'IN_TRANSIT')).toEqual([]);
  const others = await read(false);
  expect(others).toHaveLength(4 * 4 + 1 - late.length);
  expect(others).toEqual(expect.arrayContaining(['night yesterday', 'done', 'over today']));
});

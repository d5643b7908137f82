import { expect, it } from 'vitest';
import { useExplained } from '../support/database/explained.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { createReturn, createSentDelivery, createSupermarket, inDays } from '../support/records/records.ts';
import { fillVolume } from '../support/records/volume.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

const TOTAL = `query ($dateFrom: Date!, $dateTo: Date!, $timeZone: String, $filter: DeliveryPerformanceFilter) {
  deliveryPerformance(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone, filter: $filter) {
    total { deliveries onTimeCount inFullCount fillRate lateMinutesMedian notTimelyRecorded }
  }
}`;
const RANGE = { dateFrom: '2026-01-01', dateTo: '2026-12-31' };

async function totalOf(account: TestAccount, variables: object = {}) {
  return (await ask(account, TOTAL, { ...RANGE, ...variables })).deliveryPerformance.total;
}

/** Sets when a delivery was due and completed. */
async function complete({ id, database }: TestAccount, delivery: number, due: string, completedAt: string) {
  await database.pool.query(
    `UPDATE deliveries SET delivery_date = $3, status = 'completed', completed_at = $4 WHERE account_id = $1 AND id = $2`,
    [id, delivery, due, completedAt],
  );
}

/** A missed delivery as the list shows it. */
function missedOf(id: string | undefined) {
  return { delivery: { id, branchName: 'Central' }, reasons: ['LATE'], lateMinutes: 60 };
}

it('counts a delivery that was completed through the API, and one that was refused in part', async () => {
  const account = await createAccount(service);
  const { id, products } = await createSentDelivery(account);
  await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
  const range = { dateFrom: inDays(0), dateTo: inDays(3) };
  expect(await totalOf(account, range)).toMatchObject({ deliveries: 1, onTimeCount: 1, fillRate: 1 });
  await createReturn(account, { delivery_id: id, product_id: products[0].product_id, quantity: 4 });
  expect(await totalOf(account, range)).toMatchObject({ onTimeCount: 1, inFullCount: 0, fillRate: 0.6 });
  expect(await totalOf(await createAccount(service), range)).toMatchObject({
    deliveries: 0,
    fillRate: null,
    lateMinutesMedian: null,
  });
});

it('measures windows in the time zone of the account, unless another one is given', async () => {
  const account = await createAccount(service);
  const { id } = await createSentDelivery(account);
  // The window ends at 10:00, which is 09:00 UTC in Berlin in winter.
  await complete(account, id, '2026-01-15', '2026-01-15T09:30:00Z');
  expect(await totalOf(account)).toMatchObject({ onTimeCount: 1, lateMinutesMedian: null });
  const inBerlin = { onTimeCount: 0, lateMinutesMedian: 30, notTimelyRecorded: 0 };
  expect(await totalOf(account, { timeZone: 'Europe/Berlin' })).toMatchObject(inBerlin);
  await account.database.pool.query("UPDATE accounts SET time_zone = 'Europe/Berlin' WHERE id = $1", [
    account.id,
  ]);
  const { json } = await account.call('POST', '//graphql', { body: { query: TOTAL, variables: RANGE } });
  expect(json.data.deliveryPerformance.total).toMatchObject(inBerlin);
  expect(await totalOf(account, { timeZone: 'Europe/Berlin', filter: { graceMinutes: 30 } })).toMatchObject({
    onTimeCount: 1,
  });
});

it.each([
  ['on the evening of its day', '2026-01-15T23:30:00Z', { onTimeCount: 1 }],
  ['in the same night', '2026-01-16T01:30:00Z', { onTimeCount: 1 }],
  ['after the end', '2026-01-16T03:00:00Z', { onTimeCount: 0, lateMinutesMedian: 60 }],
])(
  'counts a window over midnight on the day it starts: completed %s',
  async (_when, completedAt, figures) => {
    const account = await createAccount(service);
    const { id } = await createSentDelivery(account);
    await account.database.pool.query(
      "UPDATE branches SET delivery_window = '22:00-02:00' WHERE account_id = $1",
      [account.id],
    );
    await complete(account, id, '2026-01-15', completedAt);
    const onDay = { dateFrom: '2026-01-15', dateTo: '2026-01-15' };
    expect(await totalOf(account, onDay)).toMatchObject({ deliveries: 1, notTimelyRecorded: 0, ...figures });
  },
);

it('takes the time of the receipt, and that of the completion only without one', async () => {
  const account = await createAccount(service);
  // The window ends at 10:00.
  const cases: [receivedAt: string | null, figures: object][] = [
    ['2026-01-15T09:59:00Z', { onTimeCount: 1, lateMinutesMedian: null, notTimelyRecorded: 0 }],
    ['2026-01-15T10:05:00Z', { onTimeCount: 0, lateMinutesMedian: 5, notTimelyRecorded: 0 }],
    [null, { onTimeCount: 0, lateMinutesMedian: 2_880, notTimelyRecorded: 1 }],
  ];
  for (const [at, [receivedAt, figures]] of cases.entries()) {
    const { id } = await createSentDelivery(account);
    const due = `2026-0${at + 1}-15`;
    const moved = (moment: string) => moment.replace('2026-01-15', due);
    const completedAt = `2026-0${at + 1}-17T10:00:00Z`;
    await complete(account, id, due, completedAt);
    if (receivedAt) {
      await account.database.pool.query(
        `INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
         VALUES ($1, $2, $3, 'Ada', 'link')`,
        [account.id, id, moved(receivedAt)],
      );
    }
    expect(await totalOf(account, { dateFrom: due, dateTo: due })).toMatchObject(figures);
  }
});

it('pages through the missed deliveries', async () => {
  const account = await createAccount(service);
  const ids: string[] = [];
  for (const day of ['14', '15', '15']) {
    const { id } = await createSentDelivery(account);
    await complete(account, id, `2026-01-${day}`, `2026-01-${day}T11:00:00Z`);
    ids.push(String(id));
  }
  const query = `query ($after: String) { deliveryPerformance(dateFrom: "2026-01-01", dateTo: "2026-01-31") {
    missed(first: 2, after: $after) { nodes { delivery { id branchName } reasons lateMinutes } pageInfo { hasNextPage hasPreviousPage endCursor } }
  } }`;
  const page = async (after?: string) => (await ask(account, query, { after })).deliveryPerformance.missed;
  const first = await page();
  expect(first.nodes).toEqual([missedOf(ids[2]), missedOf(ids[1])]);
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const second = await page(first.pageInfo.endCursor);
  expect(second).toMatchObject({ nodes: [missedOf(ids[0])], pageInfo: { hasNextPage: false } });
  expect(await refusalOf(account, query, { after: 'x' })).toMatchObject({ field: 'after' });
  const csv = await account.call(
    'GET',
    '//export/missed-deliveries.csv?dateFrom=2026-01-01&dateTo=2026-01-31',
  );
  expect(csv.text.trim().split('\n')).toHaveLength(4);
  expect(csv.text).toContain(',"late",60,0,');
});

it('refuses a range of more than 1,100 days, and wrong values by their field', async () => {
  const account = await createAccount(service);
  const cases: [variables: object, field: string][] = [
    [{ dateFrom: '2020-01-01' }, 'dateTo'],
    [{ dateFrom: '2027-01-01' }, 'dateTo'],
    [{ timeZone: 'Berlin' }, 'timeZone'],
    [{ filter: { graceMinutes: -1 } }, 'graceMinutes'],
    [{ filter: { graceMinutes: 1_441 } }, 'graceMinutes'],
  ];
  for (const [variables, field] of cases) {
    const refusal = await refusalOf(account, TOTAL, { ...RANGE, ...variables });
    expect(refusal).toMatchObject({ code: 'validation_error', field });
  }
});

it('has default targets until a supermarket has its own', async () => {
  const account = await createAccount(service);
  const { id } = await createSupermarket(account);
  const update = `mutation ($id: ID!, $input: UpdateSupermarketInput!) {
    updateSupermarket(id: $id, input: $input) { name targets { onTime fillRate } }
  }`;
  const read = 'query ($id: ID!) { supermarket(id: $id) { targets { onTime fillRate } } }';
  const targets = async () => (await ask(account, read, { id })).supermarket.targets;
  const set = async (given: object | null) =>
    (await ask(account, update, { id, input: { targets: given } })).updateSupermarket.targets;
  expect(await targets()).toEqual({ onTime: 95, fillRate: 98 });
  expect(await set({ onTime: 97.5 })).toEqual({ onTime: 97.5, fillRate: 98 });
  expect(await set({ fillRate: 100 })).toEqual({ onTime: 97.5, fillRate: 100 });
  expect(await set({ onTime: null })).toEqual({ onTime: 95, fillRate: 100 });
  expect(await targets()).toEqual({ onTime: 95, fillRate: 100 });
  for (const value of [-1, 100.01, 1.234]) {
    const refusal = await refusalOf(account, update, { id, input: { targets: { onTime: value } } });
    expect(refusal).toMatchObject({ code: 'validation_error', field: 'targets.onTime' });
  }
});

it('reads only what was due in the range, however many deliveries there are', async () => {
  const account = await createAccount(service);
  await fillVolume(service, account.id, 6_000);
  await service.database.pool.query('VACUUM ANALYZE deliveries, delivery_items, returns, products, branches');
  const fields = [
    'total { otifRate }',
    'ranking(by: PRODUCT) { name }',
    'returnsByFault { quantity }',
    'waste { rate }',
    'missed { nodes { reasons } }',
  ];
  for (const field of fields) {
    explained.length = 0;
    await ask(account, `{ deliveryPerformance(dateFrom: "2026-03-01", dateTo: "2026-03-03") { ${field} } }`);
    const plan = explained.find((each) => each.includes('delivered'))!;
    expect(plan).toContain('deliveries_performance_idx');
    const read = [...plan.matchAll(/(?:rows=|Rows Removed by \D+: )(\d+)(?:\.\d+)?(?: loops|\n)/g)];
    expect({ field, most: Math.max(...read.map(([, rows]) => Number(rows))) < 1_000 }).toEqual({
      field,
      most: true,
    });
  }
});

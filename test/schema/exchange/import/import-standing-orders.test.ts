import { describe, expect, it } from 'vitest';
import { countOf } from '../../../support/database/tables.ts';
import { importsOf } from '../../../support/records/importing.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });
const { send, preview, importing } = importsOf(service);

const HEAD = 'reference,supermarket,branch,product,quantity,weekdays,starts_on';

/** A first day so late that no date is due: the worker would create its delivery and move `next_date` on. */
const LATER = Temporal.Now.plainDateISO('UTC').add({ days: 30 }).toString();

/** Creates what the files name: two branches and three products. */
async function trade(): Promise<TestAccount & { products: { id: number }[] }> {
  const account = await createAccount(service);
  await createSupermarket(account, {
    name: 'Oakfield',
    reference: 'M1',
    branches: [
      { name: 'Central', address: '1 Square', reference: 'B1' },
      { name: 'Harbour', address: '2 Quay', reference: 'B2' },
    ],
  });
  const products = [];
  for (const [reference, name] of [
    ['P1', 'Rye'],
    ['P2', 'Oat'],
    ['P3', 'Bun'],
  ])
    products.push(await createProduct(account, { reference, name }));
  return { ...account, products };
}

async function ordersOf(account: TestAccount) {
  const { json } = await account.call('GET', '/standing-orders?per_page=100');
  return json.data;
}

function file(...rows: string[]): string {
  return [HEAD, ...rows].join('\n');
}

describe('a file of standing orders', () => {
  it('creates an order of the rows of each reference', async () => {
    const account = await trade();
    const rows = [
      'reference;supermarket;branch;product;quantity;weekdays;every_weeks;starts_on;ends_on;lead_days;shift;order_number',
      'S1;M1;B1;P1;10;Mo, Fr;2;05.01.2026;31.12.2099;3;next;PO-1',
      'S1;M1;B1;P2;40;Fr;2;05.01.2026;31.12.2099;3;next;PO-1',
      'S2;Oakfield;Harbour;Bun;7;Mi;;12.01.2026;;;;',
    ].join('\n');
    const end = await importing(account, 'standing-orders', rows);
    expect(end).toMatchObject({ status: 'SUCCEEDED', created: 2, updated: 0, total: 2, error: null });
    const [second, first] = await ordersOf(account);
    const [p1, p2, p3] = account.products.map(({ id }) => id);
    expect(first).toMatchObject({
      reference: 'S1',
      supermarket_name: 'Oakfield',
      subchain_name: 'Central',
      weekdays: ['monday', 'friday'],
      lines: [
        { product_id: p1, quantity: 10, weekdays: null },
        { product_id: p2, quantity: 40, weekdays: ['friday'] },
      ],
      every_weeks: 2,
      starts_on: '2026-01-05',
      ends_on: '2099-12-31',
      lead_days: 3,
      shift: 'next',
      order_number: 'PO-1',
      status: 'active',
    });
    expect(first.next_date).not.toBeNull();
    expect(second).toMatchObject({
      reference: 'S2',
      subchain_name: 'Harbour',
      weekdays: ['wednesday'],
      lines: [{ product_id: p3, quantity: 7, weekdays: null }],
      every_weeks: 1,
      lead_days: 2,
      shift: 'skip',
      generate_at: '06:00',
      order_number: null,
    });
  });

  it('is previewed without being written', async () => {
    const account = await trade();
    const { counts, sample, problems } = await preview(
      account,
      'standing-orders',
      file('S1,M1,B1,P1,10,"Mon, Thu",2026-01-05', 'S1,M1,B1,P2,4,Thu,2026-01-05'),
    );
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 0, rows: 2 });
    expect(problems).toEqual([]);
    expect(sample).toEqual([
      {
        reference: 'S1',
        supermarket: 'M1',
        branch: 'B1',
        starts_on: '2026-01-05',
        lines: [
          { product: 'P1', quantity: 10, weekdays: ['monday', 'thursday'] },
          { product: 'P2', quantity: 4, weekdays: ['thursday'] },
        ],
      },
    ]);
    expect(await countOf(account, 'standing_orders')).toBe(0);
  });

  it('changes what differs, and leaves the others', async () => {
    const account = await trade();
    const first = file(
      `S1,M1,B1,P1,10,"Mon, Thu",${LATER}`,
      `S1,M1,B1,P2,4,Thu,${LATER}`,
      `S2,M1,B1,P1,1,1,${LATER}`,
    );
    await importing(account, 'standing-orders', first);
    const before = await ordersOf(account);
    expect(await importing(account, 'standing-orders', first)).toMatchObject({
      status: 'SUCCEEDED',
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await ordersOf(account)).toEqual(before);
    const changed = file(
      // The lines in another order, the days in other words.
      `S1,M1,B1,P2,4,donderdag,${LATER}`,
      `S1,M1,B1,P1,12,ma do,${LATER}`,
      `S3,M1,B2,P3,9,zaterdag,${LATER}`,
    );
    const { id, changes, counts } = await preview(account, 'standing-orders', changed);
    expect(counts).toMatchObject({ created: 1, updated: 1, unchanged: 0, refused: 0 });
    expect(changes).toEqual([
      {
        row: 2,
        reference: 'S1',
        field: 'lines',
        from: '10 × Rye, 4 × Oat (thursday)',
        to: '4 × P2 (thursday), 12 × P1',
        outcome: 'updated',
      },
    ]);
    expect(id).toBeGreaterThan(0);
    const end = await importing(account, 'standing-orders', changed);
    expect(end).toMatchObject({ status: 'SUCCEEDED', created: 1, updated: 1, unchanged: 0 });
    const [third, second, now] = await ordersOf(account);
    expect(third.reference).toBe('S3');
    expect(second).toEqual(before[0]);
    expect(now).toMatchObject({
      id: before[1].id,
      weekdays: ['monday', 'thursday'],
      created_at: before[1].created_at,
    });
    expect(now.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 12]);
  });

  it('keeps what it has no column or cell for', async () => {
    const account = await trade();
    await importing(account, 'standing-orders', file('S1,M1,B1,P1,10,"Mon, Thu",2026-01-05'));
    const [{ id }] = await ordersOf(account);
    await account.call('PATCH', `/standing-orders/${id}`, { body: { notes: 'Gate', lead_days: 5 } });
    const end = await importing(account, 'standing-orders', 'reference,ends_on,lead_days\nS1,2099-01-01,\n');
    expect(end).toMatchObject({ status: 'SUCCEEDED', updated: 1 });
    expect((await ordersOf(account))[0]).toMatchObject({
      notes: 'Gate',
      lead_days: 5,
      ends_on: '2099-01-01',
      weekdays: ['monday', 'thursday'],
      lines: [{ quantity: 10 }],
    });
  });

  it('creates another order when the one with its reference has ended', async () => {
    const account = await trade();
    const rows = file('S1,M1,B1,P1,10,Mon,2026-01-05', 'S2,M1,B1,P1,10,Mon,2026-01-05');
    await importing(account, 'standing-orders', rows);
    const [second, first] = await ordersOf(account);
    await account.call('POST', `/standing-orders/${first.id}/end`);
    await account.call('PATCH', `/standing-orders/${second.id}`, { body: { ends_on: '2026-02-01' } });
    expect(await importing(account, 'standing-orders', rows)).toMatchObject({ created: 2, unchanged: 0 });
    expect(await ordersOf(account)).toHaveLength(4);
  });

  it('refuses rows on their columns', async () => {
    const account = await trade();
    await importing(account, 'standing-orders', file('S0,M1,B1,P1,10,Mon,2026-01-05'));
    const head = `${HEAD},every_weeks,ends_on,lead_days,shift`;
    const { refusals, counts } = await preview(
      account,
      'standing-orders',
      [
        head,
        // Rows of one order that disagree about it.
        'S1,M1,B1,P1,10,Mon,2026-01-05,1,,,',
        'S1,M1,B1,P2,10,Mon,2026-01-12,1,,,',
        'S2,M1,B1,P1,10,Someday,2026-01-05,,,,',
        'S3,M1,B1,P1,10,,2026-01-05,,,,',
        'S4,M1,B1,P1,10,Mon,,,,,',
        'S5,M1,B9,P1,10,Mon,2026-01-05,,,,',
        'S6,M1,B1,P9,10,Mon,2026-01-05,,,,',
        'S7,M1,B1,P1,0,Mon,2026-01-05,,,,',
        'S8,M1,B1,P1,1,Mon,2026-01-05,9,,,',
        'S9,M1,B1,P1,1,Mon,2026-01-05,,2025-01-01,,',
        'S10,M1,B1,P1,1,Mon,2026-01-05,,,15,',
        'S11,M1,B1,P1,1,Mon,2026-01-05,,,,sometimes',
        // One product twice on a day.
        'S12,M1,B1,P1,1,"Mon, Tue",2026-01-05,,,,',
        'S12,M1,B1,P1,2,Tue,2026-01-05,,,,',
        // An order keeps its branch.
        'S0,M1,B2,P1,10,Mon,2026-01-05,,,,',
        ',M1,B1,P1,1,Mon,2026-01-05,,,,',
      ].join('\n'),
    );
    expect(refusals.map(({ row, column }) => [row, column])).toEqual([
      [3, 'starts_on'],
      [4, 'weekdays'],
      [5, 'weekdays'],
      [6, 'starts_on'],
      [7, 'branch'],
      [8, 'product'],
      [9, 'quantity'],
      [10, 'every_weeks'],
      [11, 'ends_on'],
      [12, 'lead_days'],
      [13, 'shift'],
      [15, 'product'],
      [16, 'branch'],
      [17, 'reference'],
    ]);
    expect(counts).toMatchObject({ created: 0, refused: 14 });
    expect(refusals[0]!.message).toContain('differs from row 2');
  });

  it('asks for the columns that new orders need, once', async () => {
    const account = await trade();
    const { problems, refusals } = await preview(
      account,
      'standing-orders',
      'reference,branch,product,quantity,starts_on\nS1,B1,P1,1,2026-01-05\nS2,B1,P1,1,2026-01-05\n',
    );
    expect(problems).toMatchObject([
      { code: 'missing_column', message: expect.stringContaining('Weekdays') },
    ]);
    expect(refusals).toEqual([]);
  });

  it('asks whether zeros were lost, instead of repeating an order', async () => {
    const account = await trade();
    await importing(account, 'standing-orders', file('007,M1,B1,P1,10,Mon,2026-01-05'));
    const { problems } = await preview(account, 'standing-orders', file('7,M1,B1,P1,10,Mon,2026-01-05'));
    expect(problems).toMatchObject([{ code: 'lost_zeros', option: 'lost_zeros' }]);
  });

  it('counts against the quota, all of it or nothing', async () => {
    const account = await trade();
    const setPlan = (plan: string) =>
      account.database.pool.query('UPDATE accounts SET plan = $2 WHERE id = $1', [account.id, plan]);
    await setPlan('free');
    const rows = Array.from({ length: 51 }, (_, at) => `S${at},M1,B1,P1,1,Mon,2026-01-05`);
    const { counts, refusals } = await preview(account, 'standing-orders', file(...rows));
    expect(counts).toMatchObject({ created: 50, refused: 1 });
    expect(refusals).toMatchObject([{ row: 52, column: null, message: expect.stringContaining('50') }]);
    await setPlan('business');
    expect(await importing(account, 'standing-orders', file(...rows.slice(1)))).toMatchObject({
      created: 50,
    });
  });

  it('needs deliveries:write', async () => {
    const account = await trade();
    const { key } = await account.issue(['deliveries:read', 'products:write']);
    const { status, json } = await send({ key }, 'standing-orders', file('S1,M1,B1,P1,1,Mon,2026-01-05'));
    expect([status, json.error.code]).toEqual([403, 'insufficient_scope']);
    expect(json.error.message).toContain('deliveries:write');
  });
});

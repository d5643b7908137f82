import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createStandingOrder,
  createSupermarket,
  EVERY_DAY,
  inDays,
} from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { startTestWorker } from '../../../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });

const PLAN = `query ($from: Date!, $to: Date!) { planOfDays(from: $from, to: $to) { days {
  date deliveries planned skipped failed pieces kilograms products { product { id } name pieces kilograms planned }
} } }`;
const TOTALS = `query ($from: Date!, $to: Date!) { planOfDays(from: $from, to: $to) { days {
  date deliveries planned skipped failed pieces kilograms } } }`;
const ORDERS = `query ($from: Date!, $to: Date!) { standingOrders(first: 100) { nodes { id occurrences(from: $from, to: $to) {
  date deliveryDate status lines { productId quantity } } } } }`;
const DELIVERIES = `{ deliveries(first: 100) { nodes { deliveryDate status products { productId quantity } } } }`;

interface Day {
  date: string;
  deliveries: number;
  planned: number;
  skipped: number;
  failed: number;
  pieces: number;
  kilograms: number;
  products: { product: { id: string }; name: string; pieces: number; kilograms: number; planned: number }[];
}

async function planOf(account: TestAccount, from: string, to: string): Promise<Day[]> {
  return (await ask(account, PLAN, { from, to })).planOfDays.days;
}

/** Returns the days without their products. */
async function totalsOf(account: TestAccount, from: string, to: string): Promise<Omit<Day, 'products'>[]> {
  return (await ask(account, TOTALS, { from, to })).planOfDays.days;
}

/** Adds up the plan of a day from the records that other queries show. */
async function addedUp(account: TestAccount, from: string, to: string, weights: Record<string, number>) {
  const window = { from: shifted(from, -14), to: shifted(to, 14) };
  const { standingOrders } = await ask(account, ORDERS, window);
  const { deliveries } = await ask(account, DELIVERIES);
  const dates = standingOrders.nodes.flatMap(({ occurrences }: { occurrences: Occurrence[] }) => occurrences);
  const days: object[] = [];
  for (let date = from; date <= to; date = shifted(date, 1)) {
    const isOn = (each: Occurrence) => (each.deliveryDate ?? each.date) === date;
    const of = (status: string) => dates.filter((each: Occurrence) => each.status === status && isOn(each));
    const existing = deliveries.nodes.filter(
      ({ deliveryDate, status }: { deliveryDate: string; status: string }) =>
        deliveryDate === date && status !== 'CANCELLED',
    );
    const pieces = new Map<string, { pieces: number; planned: number }>();
    const add = ({ productId, quantity }: PlannedLine, isPlanned: boolean) => {
      const own = pieces.get(productId) ?? { pieces: 0, planned: 0 };
      pieces.set(productId, {
        pieces: own.pieces + quantity,
        planned: own.planned + (isPlanned ? quantity : 0),
      });
    };
    for (const { products } of existing) for (const line of products) add(line, false);
    for (const { lines } of of('PLANNED')) for (const line of lines) add(line, true);
    days.push({
      date,
      deliveries: existing.length,
      planned: of('PLANNED').length,
      skipped: of('SKIPPED').length,
      failed: of('FAILED').length,
      pieces: [...pieces.values()].reduce((sum, own) => sum + own.pieces, 0),
      kilograms: rounded([...pieces].reduce((sum, [id, own]) => sum + own.pieces * weights[id]!, 0)),
      products: Object.fromEntries(
        [...pieces].map(([id, own]) => [id, { ...own, kilograms: rounded(own.pieces * weights[id]!) }]),
      ),
    });
  }
  return days;
}

interface PlannedLine {
  productId: string;
  quantity: number;
}

interface Occurrence {
  date: string;
  deliveryDate: string | null;
  status: string;
  lines: PlannedLine[];
}

function rounded(kilograms: number): number {
  return Math.round(kilograms * 1_000) / 1_000;
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns what does not depend on whether a delivery has been created. */
function lasting(days: Day[]): object[] {
  return days.map(({ date, deliveries, planned, pieces, kilograms, products }) => ({
    date,
    all: deliveries + planned,
    pieces,
    kilograms,
    products: products.map(({ name, pieces: own, kilograms: weight }) => ({ name, own, weight })),
  }));
}

function byProduct(days: Day[]): object[] {
  return days.map(({ products, ...day }) => ({
    ...day,
    products: Object.fromEntries(
      products.map(({ product, pieces, planned, kilograms }) => [product.id, { pieces, planned, kilograms }]),
    ),
  }));
}

/** A small generator of numbers that are the same in each run. */
function randomBy(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('planOfDays', () => {
  it('shows every day of the window, also empty ones', async () => {
    const account = await createAccount(service);
    expect(await planOf(account, '2099-01-01', '2099-01-02')).toEqual(
      ['2099-01-01', '2099-01-02'].map((date) => ({
        date,
        deliveries: 0,
        planned: 0,
        skipped: 0,
        failed: 0,
        pieces: 0,
        kilograms: 0,
        products: [],
      })),
    );
  });

  it('refuses a window that is turned or too long', async () => {
    const account = await createAccount(service);
    const refused = (from: string, to: string) => refusalOf(account, PLAN, { from, to });
    const fault = { code: 'validation_error', field: 'to' };
    expect(await refused('2099-01-02', '2099-01-01')).toMatchObject(fault);
    expect(await refused('2099-01-01', '2099-03-04')).toMatchObject(fault);
    expect(await planOf(account, '2099-01-01', '2099-03-03')).toHaveLength(62);
  });

  it('does not change when planned deliveries are created', async () => {
    const account = await createAccount(service);
    const [bread, rolls] = [
      await createProduct(account, { weight: 0.75 }),
      await createProduct(account, { weight: 0.06 }),
    ];
    await createDelivery(account, {
      delivery_date: inDays(2),
      products: [{ product_id: bread.id, quantity: 7 }],
    });
    const order = await createStandingOrder(account, {
      lines: [
        { product_id: bread.id, quantity: 10 },
        { product_id: rolls.id, quantity: 40 },
      ],
      lead_days: 3,
      generate_at: '00:00',
    });
    await account.call('POST', `/standing-orders/${order.id}/occurrences/${inDays(5)}/skip`);
    const before = await planOf(account, inDays(1), inDays(10));
    expect(before[1]).toMatchObject({ deliveries: 1, planned: 1, pieces: 57, kilograms: 15.15 });
    expect(before[4]).toMatchObject({ planned: 0, skipped: 1, pieces: 0 });
    startTestWorker(service);
    const created = async () =>
      (await planOf(account, inDays(1), inDays(3))).reduce((sum, { deliveries }) => sum + deliveries, 0);
    await expect.poll(created, { timeout: 20_000 }).toBe(4);
    const after = await planOf(account, inDays(1), inDays(10));
    expect(lasting(after)).toEqual(lasting(before));
    expect(after.slice(0, 3).map(({ products }) => products.map(({ planned }) => planned))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(after[3]).toMatchObject({ planned: 1, deliveries: 0 });
  });

  it('leaves cancelled deliveries out, and counts a revised one once', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account, { delivery_date: inDays(3) });
    await createDelivery(account, { delivery_date: inDays(3) });
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
    expect((await planOf(account, inDays(3), inDays(3)))[0]).toMatchObject({ deliveries: 1, pieces: 10 });
  });

  it.each([1, 2, 3, 4])('agrees with what the records add up to, %i', async (seed) => {
    const random = randomBy(seed);
    const account = await createAccount(service);
    const products: { id: number }[] = [];
    const weights: Record<string, number> = {};
    for (let at = 0; at < 4; at++) {
      const weight = (random(2_000) + 1) / 1_000;
      const product = await createProduct(account, { weight });
      products.push(product);
      weights[product.id] = weight;
    }
    const markets = [await createSupermarket(account), await createSupermarket(account)];
    await closeDays(
      account,
      markets[0].branches[0].id,
      Array.from({ length: 12 }, () => inDays(random(50))),
    );
    const from = inDays(1 + random(10));
    const to = shifted(from, 15 + random(18));
    for (let at = 0; at < 8; at++) {
      const market = markets[random(2)];
      const weekdays = EVERY_DAY.filter((day, place) => random(3) > 0 || place === random(7));
      const lines = products.slice(random(3)).map(({ id }) => ({ product_id: id, quantity: random(50) + 1 }));
      const order = await createStandingOrder(account, {
        supermarket_id: market.id,
        subchain_id: market.branches[random(2)].id,
        weekdays: weekdays.length > 0 ? weekdays : ['monday'],
        lines,
        every_weeks: random(3) + 1,
        shift: ['skip', 'previous', 'next'][random(3)],
        ...(random(3) === 0 && { paused_from: inDays(random(20)), paused_until: inDays(20 + random(10)) }),
        ...(random(4) === 0 && { ends_on: inDays(random(40)) }),
      });
      const { json } = await account.call('GET', `/standing-orders/${order.id}/occurrences`);
      const planned = json.data.filter(({ status }: { status: string }) => status === 'planned');
      const some = planned[random(planned.length || 1)];
      if (some) await account.call('POST', `/standing-orders/${order.id}/occurrences/${some.date}/skip`);
      if (random(5) === 0) await account.call('POST', `/standing-orders/${order.id}/end`);
    }
    for (let at = 0; at < 6; at++)
      await createDelivery(account, {
        delivery_date: inDays(1 + random(30)),
        products: [{ product_id: products[random(4)]!.id, quantity: random(30) + 1 }],
      });
    const days = await planOf(account, from, to);
    expect(await totalsOf(account, from, to)).toEqual(
      days.map(({ products: _products, ...totals }) => totals),
    );
    const plan = byProduct(days);
    expect(plan).toEqual(await addedUp(account, from, to, weights));
    expect(plan.some((day) => (day as Day).planned > 0)).toBe(true);
  });

  it('takes few statements for many standing orders, and agrees with one of them', async () => {
    const account = await createAccount(service);
    const order = await createStandingOrder(account);
    await service.database.pool.query(
      `WITH more AS (
         INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until)
         SELECT account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until
         FROM standing_orders, generate_series(1, 1199) WHERE account_id = $1 RETURNING account_id, id)
       INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
       SELECT account_id, id, 0, $2, 10 FROM more`,
      [account.id, order.lines[0].product_id],
    );
    const days = await planOf(account, inDays(1), inDays(62));
    expect(days.map(({ planned }) => planned)).toEqual(days.map(() => 1_200));
    expect(days.map(({ pieces }) => pieces)).toEqual(days.map(() => 12_000));
  });

  it('adds up more products than it shows', async () => {
    const account = await createAccount(service);
    const { id: product } = await createProduct(account, { weight: 0.5 });
    const order = await createStandingOrder(account, { lines: [{ product_id: product, quantity: 1 }] });
    await createDelivery(account, {
      delivery_date: inDays(4),
      products: [{ product_id: product, quantity: 3 }],
    });
    await service.database.pool.query(
      `WITH more AS (
         INSERT INTO products (account_id, sequence_number, name, weight, price, category)
         SELECT $1, 1000 + n, 'More ' || n, 0.5, 1, 'bread' FROM generate_series(1, 399) n RETURNING id)
       INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
       SELECT $1, $2, row_number() OVER (), id, 1 FROM more`,
      [account.id, order.id],
    );
    const [from, to] = [inDays(3), inDays(62)];
    expect(await refusalOf(account, PLAN.replace('product { id }', ''), { from, to })).toMatchObject({
      code: 'validation_error',
      field: 'to',
      problem: 'too_many_products',
    });
    const totals = await totalsOf(account, from, to);
    expect(totals).toHaveLength(60);
    expect(totals[0]).toMatchObject({ planned: 1, deliveries: 0, pieces: 400, kilograms: 200 });
    expect(totals[1]).toMatchObject({ planned: 1, deliveries: 1, pieces: 403, kilograms: 201.5 });
  });

  it('needs deliveries:read, and shows nothing of another account', async () => {
    const account = await createAccount(service);
    await createStandingOrder(account);
    const other = await createAccount(service);
    expect((await planOf(other, inDays(2), inDays(2)))[0]).toMatchObject({ planned: 0, pieces: 0 });
    const window = { from: inDays(2), to: inDays(2) };
    const query = PLAN.replace('product { id }', '');
    const refusal = await refusalOf({ ...account, scopes: ['products:read'] }, query, window);
    expect(refusal).toMatchObject({ code: 'insufficient_scope' });
    const reader = { ...account, scopes: ['deliveries:read'] as const };
    expect((await ask(reader, query, window)).planOfDays.days).toHaveLength(1);
  });
});

/** Closes days of a branch, as far as the account can. */
async function closeDays({ id, database }: TestAccount, branchId: number, dates: string[]): Promise<void> {
  const { rows } = await database.pool.query(`SELECT to_regclass('closed_days') AS name`);
  if (rows[0].name === null) return;
  await database.pool.query(
    `INSERT INTO closed_days (account_id, branch_id, date, source)
     SELECT $1, $2, date::date, 'typed' FROM unnest($3::text[]) AS given (date)`,
    [id, branchId, [...new Set(dates)]],
  );
}

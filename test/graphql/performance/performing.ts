import * as fc from 'fast-check';
import type { TestAccount } from '../../support/service/account.ts';
import { promiseShelfLife, setEach, writeDatedLots } from './dated-lots.ts';
import { BRANCHES, PRODUCTS, writePlaces } from '../../support/records/trading.ts';
import { DAY_MS } from '../../../src/durations.ts';

/** A completed delivery, or one that is not complete yet; places and products are numbers. */
export interface Performed {
  branch: number;
  due: string;
  completedAt: Date | null;
  /** When the receipt says that it arrived; null without a receipt. */
  receivedAt: Date | null;
  lines: OrderedLine[];
  /** The lines of the first version, if it was changed. */
  first: OrderedLine[] | null;
  returns: { product: number; quantity: number; reason: string; date: string; cents: number }[];
}

interface OrderedLine {
  product: number;
  quantity: number;
  /** The days that each of its lots has left on the day of delivery; null for a lot without a date. */
  left: (number | null)[];
}

/** The window of each branch. The last one ends on the day after it starts. */
export const WINDOWS = ['06:00-10:00', null, '00:00-23:59', '22:30-02:00'];
/** The weight of each product, in grams. */
export const GRAMS = [500, 1_000, 250, 75, 333];

const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const lines = fc.uniqueArray(
  fc.record({
    product: fc.nat(PRODUCTS.length - 1),
    quantity: fc.integer({ min: 2, max: 1_000 }),
    left: fc.array(fc.option(fc.integer({ min: -1, max: 8 })), { maxLength: 2 }),
  }),
  { minLength: 1, selector: ({ product }) => product },
);

const REASONS = ['damaged', 'Wrong item', 'too_warm', 'overstock', 'unsold', 'expired', 'recalled', 'other'];

/** Days on which deliveries are due: clocks change in these weeks. */
const due = fc.integer({ min: 0, max: 20 }).map((days) => plusDays('2026-03-20', days));

/** Returns times around the windows of a day, often exactly at the end of one. */
const aroundWindows = (date: string) =>
  fc
    .oneof(fc.integer({ min: -600, max: 3_600 }), fc.constantFrom(-60, 0, 480, 540, 600, 1_380, 1_440, 1_560))
    .map((minutes) => new Date(Date.parse(date) + minutes * 60_000));

const performed: fc.Arbitrary<Performed> = fc
  .record({ branch: fc.nat(BRANCHES.length - 1), due, lines, first: fc.option(lines, { freq: 3 }) })
  .chain((delivery) =>
    fc.record({
      branch: fc.constant(delivery.branch),
      due: fc.constant(delivery.due),
      lines: fc.constant(delivery.lines),
      first: fc.constant(delivery.first),
      completedAt: fc.option(aroundWindows(delivery.due), { freq: 8 }),
      receivedAt: fc.option(aroundWindows(delivery.due), { freq: 2 }),
      returns: fc.array(
        fc.constantFrom(...delivery.lines).chain(({ product, quantity }) =>
          fc.record({
            product: fc.constant(product),
            quantity: fc.integer({ min: 1, max: Math.floor(quantity / 2) }),
            reason: fc.constantFrom(...REASONS),
            date: fc.integer({ min: -1, max: 3 }).map((days) => plusDays(delivery.due, days)),
            cents: fc.nat(100_000),
          }),
        ),
        { maxLength: 2 },
      ),
    }),
  );

export const performing = fc.array(performed, { minLength: 1, maxLength: 25 });

/** Writes everything for the account, in the order given, with the first versions before. */
export async function writePerforming(account: TestAccount, deliveries: Performed[]): Promise<void> {
  const { id, database } = account;
  await writePlaces(account);
  const { rows: branches } = await database.pool.query<{ id: string; supermarket_id: string }>(
    'SELECT id, supermarket_id FROM branches WHERE account_id = $1 ORDER BY id',
    [id],
  );
  const { rows: products } = await database.pool.query<{ id: string }>(
    'SELECT id FROM products WHERE account_id = $1 ORDER BY id',
    [id],
  );
  await setEach(account, 'branches', 'delivery_window', 'text', WINDOWS);
  await setEach(
    account,
    'products',
    'weight',
    'numeric',
    GRAMS.map((grams) => grams / 1_000),
  );
  await promiseShelfLife(account);
  const versions = deliveries.flatMap((delivery) =>
    delivery.first ? [{ delivery, lines: delivery.first }] : [],
  );
  const firstIds = await writeDeliveries(
    versions.map(({ delivery, lines }) => ({ ...delivery, lines, status: 'cancelled', completedAt: null })),
  );
  const firstOf = new Map(versions.map(({ delivery }, at) => [delivery, firstIds[at]!]));
  const ids = await writeDeliveries(
    deliveries.map((delivery) => ({
      ...delivery,
      status: delivery.completedAt ? 'completed' : 'pending',
      firstId: firstOf.get(delivery),
      ordered: delivery.first && orderedOf(delivery),
    })),
  );
  await writeDatedLots(
    account,
    deliveries.map(({ lines, due }, at) => ({ id: ids[at]!, due, lines })),
    products,
  );
  await database.pool.query(
    `INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
     SELECT $1, delivery, "receivedAt", 'Ada', 'session'
     FROM jsonb_to_recordset($2) AS each (delivery bigint, "receivedAt" timestamptz)`,
    [
      id,
      JSON.stringify(
        deliveries.flatMap(({ receivedAt }, at) => (receivedAt ? [{ delivery: ids[at], receivedAt }] : [])),
      ),
    ],
  );
  const returned = deliveries.flatMap(({ branch, returns }, at) =>
    returns.map(({ product, cents, ...each }) => ({
      ...each,
      delivery: ids[at],
      product: products[product]!.id,
      supermarket: branches[branch]!.supermarket_id,
      credit: cents / 100,
    })),
  );
  await database.pool.query(
    `INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date, credit_amount)
     SELECT $1, delivery, product, supermarket, quantity, reason, date, credit FROM jsonb_to_recordset($2) AS each
       (delivery bigint, product bigint, supermarket bigint, quantity int, reason text, date date, credit numeric)`,
    [id, JSON.stringify(returned)],
  );

  async function writeDeliveries(all: (Partial<Performed> & Written)[]): Promise<string[]> {
    const rows = all.map(({ branch, lines, ...delivery }, n) => ({
      ...delivery,
      n,
      branch: branches[branch]!.id,
      supermarket: branches[branch]!.supermarket_id,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      weight: lines.reduce((sum, { quantity, product }) => sum + quantity * GRAMS[product]!, 0) / 1_000,
    }));
    const { rows: written } = await database.pool.query<{ id: string }>(
      `INSERT INTO deliveries (account_id, supermarket_id, branch_id, status, delivery_date, total_quantity, total_value,
                               total_weight, in_transit_at, completed_at, cancelled_at, first_version_id, ordered_quantity)
       SELECT $1, supermarket, branch, status, due, quantity, 0, weight, "completedAt", "completedAt",
              CASE WHEN status = 'cancelled' THEN now() END, "firstId", ordered
       FROM jsonb_to_recordset($2) AS each (supermarket bigint, branch bigint, status text, due date,
         quantity int, weight numeric, "completedAt" timestamptz, "firstId" bigint, ordered int, n bigint) ORDER BY n
       RETURNING id`,
      [id, JSON.stringify(rows)],
    );
    const items = all.flatMap(({ lines }, at) =>
      lines.map(({ product, quantity }, place) => ({
        delivery: written[at]!.id,
        product: products[product]!.id,
        quantity,
        weight: GRAMS[product]! / 1_000,
        position: place + 1,
      })),
    );
    await database.pool.query(
      `INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, delivery, product, position, 'Goods', quantity, 0, weight FROM jsonb_to_recordset($2) AS each
         (delivery bigint, product bigint, position smallint, quantity int, weight numeric)`,
      [id, JSON.stringify(items)],
    );
    return written.map((row) => row.id);
  }
}

interface Written {
  branch: number;
  lines: OrderedLine[];
  status: string;
  firstId?: string | undefined;
  ordered?: number | null;
}

/** Returns the quantity that must arrive: per product, the larger one of delivery and first version. */
function orderedOf({ lines, first }: Performed): number {
  const most = new Map<number, number>();
  for (const { product, quantity } of [...lines, ...(first ?? [])]) {
    most.set(product, Math.max(quantity, most.get(product) ?? 0));
  }
  return most.values().reduce((sum, quantity) => sum + quantity, 0);
}

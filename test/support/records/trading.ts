import * as fc from 'fast-check';
import type { TestAccount } from '../service/account.ts';

/** A delivery with its history; places and products are numbers. */
export interface Sent {
  branch: number;
  createdAt: Date;
  status: 'pending' | 'in_transit' | 'completed' | 'cancelled';
  lines: { product: number; quantity: number; cents: number }[];
}

/** A return of a line of a delivery. */
export interface CameBack {
  delivery: number;
  line: number;
  quantity: number;
  reason: string;
  createdAt: Date;
}

export interface Trading {
  deliveries: Sent[];
  returns: CameBack[];
}

/** Branches 0 and 1 belong to the first of these, 2 and 3 to the second. */
export const SUPERMARKETS = ['Alder', 'Birch'];
export const BRANCHES = ['Central', 'Harbour', 'Central', 'Station'];
export const PRODUCTS = ['Bread', 'Milk', 'Butter', 'Rolls', 'Cream'];
export const CATEGORIES = ['bakery', 'dairy', 'dairy', 'bakery', 'dairy'];
export const supermarketOf = (branch: number) => Math.floor(branch / 2);

/** The period of all records, in which clocks change in most zones with daylight saving time. */
const FIRST_DAY = '2026-02-20';
const LAST_DAY = '2026-04-20';

const instant = fc
  .integer({ min: Date.parse(FIRST_DAY), max: Date.parse(LAST_DAY) })
  // Many near midnights, where time zones differ.
  .chain((at) => fc.constantFrom(at, Math.round(at / 1_800_000) * 1_800_000))
  .map((at) => new Date(at));

const sent: fc.Arbitrary<Sent> = fc.record({
  branch: fc.nat(BRANCHES.length - 1),
  createdAt: instant,
  status: fc.constantFrom('pending', 'in_transit', 'completed', 'cancelled'),
  lines: fc.uniqueArray(
    fc.record({
      product: fc.nat(PRODUCTS.length - 1),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      cents: fc.oneof(fc.nat(500), fc.nat(999_999_999)),
    }),
    { minLength: 1, selector: ({ product }) => product },
  ),
});

export const trading: fc.Arbitrary<Trading> = fc
  .array(sent, { minLength: 1, maxLength: 25 })
  .chain((deliveries) => {
    const lines = deliveries.flatMap(({ lines }, delivery) =>
      lines.map(({ quantity }, line) => ({ delivery, line, quantity })),
    );
    const cameBack = fc.constantFrom(...lines).chain(({ delivery, line, quantity }) =>
      fc.record({
        delivery: fc.constant(delivery),
        line: fc.constant(line),
        quantity: fc.integer({ min: 1, max: quantity }),
        reason: fc.constantFrom('damaged', 'expired', 'quality'),
        createdAt: instant,
      }),
    );
    return fc.record({ deliveries: fc.constant(deliveries), returns: fc.array(cameBack, { maxLength: 15 }) });
  });

/**
 * Writes everything for the account, bypassing the rules of creation: figures count what exists. Use it for
 * analytics.
 */
export async function writeTrading(account: TestAccount, trading: Trading): Promise<void> {
  const { id, database } = account;
  const { pool } = database;
  const [deliveries, returns] = [JSON.stringify(trading.deliveries), JSON.stringify(trading.returns)];
  await writePlaces(account);
  await pool.query(DELIVERIES, [id, deliveries]);
  await pool.query(LINES, [id, deliveries]);
  await pool.query(RETURNS, [id, returns]);
}

/** Writes the supermarkets, branches and products. */
export async function writePlaces({ id, database }: TestAccount): Promise<void> {
  await database.pool.query(WRITE.replaceAll(':account', String(id)));
}

const list = (names: string[]) => `ARRAY[${names.map((name) => `'${name}'`).join(', ')}]`;

const WRITE = `
  INSERT INTO supermarkets (account_id, name, contact_email)
  SELECT :account, name, 'buying@market.example' FROM unnest(${list(SUPERMARKETS)}) AS name;
  INSERT INTO branches (account_id, supermarket_id, name, address)
  SELECT :account, (SELECT id FROM supermarkets WHERE account_id = :account ORDER BY id LIMIT 1 OFFSET (n - 1) / 2),
         name, '1 Market Square'
  FROM unnest(${list(BRANCHES)}) WITH ORDINALITY AS branch (name, n);
  INSERT INTO products (account_id, sequence_number, name, weight, price, category)
  SELECT :account, n, name, 1, 1, category
  FROM unnest(${list(PRODUCTS)}, ${list(CATEGORIES)}) WITH ORDINALITY AS product (name, category, n)`;

const DELIVERIES = `
  INSERT INTO deliveries (account_id, supermarket_id, branch_id, status, delivery_date, created_at, total_quantity,
                          total_value, total_weight, in_transit_at, completed_at, cancelled_at)
  SELECT $1, supermarket_id, branch.id, status, '2026-01-01', created, quantity, cents / 100, quantity,
         CASE WHEN status IN ('in_transit', 'completed') THEN created END,
         CASE WHEN status = 'completed' THEN created END, CASE WHEN status = 'cancelled' THEN created END
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS sent (it, n),
       LATERAL (SELECT it->>'status' AS status, (it->>'createdAt')::timestamptz AS created) AS told,
       LATERAL (SELECT sum((line->>'quantity')::int) AS quantity,
                       sum((line->>'quantity')::numeric * (line->>'cents')::numeric) AS cents
                FROM jsonb_array_elements(it->'lines') AS line) AS summed
  JOIN LATERAL (SELECT * FROM branches WHERE account_id = $1 ORDER BY id LIMIT 1 OFFSET (it->>'branch')::int) AS branch ON true
  ORDER BY n`;

const nth = (table: string, n: string) =>
  `(SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT 1 OFFSET ${n})`;

const LINES = `
  INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
  SELECT $1, ${nth('deliveries', 'n - 1')}, ${nth('products', "(line->>'product')::int")}, position, 'Goods',
         (line->>'quantity')::int, (line->>'cents')::numeric / 100, 1
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS sent (it, n),
       jsonb_array_elements(it->'lines') WITH ORDINALITY AS each (line, position)`;

const RETURNS = `
  INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date,
                       credit_amount, created_at)
  SELECT $1, delivery_id, product_id, supermarket_id, (it->>'quantity')::int, it->>'reason', '2026-01-01',
         (it->>'quantity')::int * unit_price, (it->>'createdAt')::timestamptz
  FROM jsonb_array_elements($2::jsonb) AS it
  JOIN delivery_items item ON item.account_id = $1
    AND delivery_id = ${nth('deliveries', "(it->>'delivery')::int")} AND position = (it->>'line')::int + 1
  JOIN deliveries delivery ON delivery.account_id = $1 AND delivery.id = delivery_id`;

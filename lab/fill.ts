import type { Database } from '../src/database/connect.ts';
import type { Supplier } from './supplier.ts';

/** Adds supermarkets to an account, each with `branches`. */
export function fillSupermarkets(
  database: Database,
  accountId: bigint,
  { supermarkets, branches }: { supermarkets: number; branches: number },
): Promise<void> {
  return inBulk(database, [SUPERMARKETS, accountId, supermarkets], [BRANCHES, accountId, branches]);
}

/** Adds products to an account that has one, each with a unique name. */
export function fillProducts(database: Database, accountId: bigint, products: number): Promise<void> {
  return inBulk(database, [PRODUCTS, accountId, products], [COUNT_PRODUCTS, accountId]);
}

/** Adds deliveries of the last year, to an account that has products and branches. */
export function fillDeliveries(
  database: Database,
  accountId: bigint,
  { deliveries, lines }: { deliveries: number; lines: number },
): Promise<void> {
  return inBulk(database, [DELIVERIES, accountId, deliveries], [LINES, accountId, lines]);
}

/** Adds a return for the first line of every other completed delivery. */
export function fillReturns(database: Database, accountId: bigint): Promise<void> {
  return inBulk(database, [RETURNS, accountId]);
}

/**
 * Adds standing orders of ten pieces of the supplier's products each day, which are generated from `lead`
 * days before.
 *
 * @param orders.lines the number of products in each order
 * @param orders.within the seconds within which the orders become due (default: none becomes due)
 */
export function fillStandingOrders(
  database: Database,
  { accountId, supermarketId, branchId, productIds }: Supplier,
  { count, lead, lines, within }: { count: number; lead: number; lines: number; within?: number },
): Promise<void> {
  const products = productIds.slice(0, lines);
  return inBulk(database, [
    STANDING_ORDERS,
    accountId,
    supermarketId,
    branchId,
    count,
    products,
    lead,
    within,
  ]);
}

/** Adds events of about `bytes` each to an account, without recipients. */
export function fillEvents(
  database: Database,
  accountId: bigint,
  { events, bytes }: { events: number; bytes: number },
): Promise<void> {
  return inBulk(database, [EVENTS, accountId, events, bytes]);
}

async function inBulk(
  { pool }: Database,
  ...statements: [sql: string, ...values: unknown[]][]
): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  // The references are valid by construction; checking hundreds of thousands of them is slow.
  await client.query('SET LOCAL session_replication_role = replica');
  // The planner's statistics are outdated, so it would compare each new row with every other.
  await client.query('SET LOCAL enable_nestloop = off');
  for (const [sql, ...values] of statements) await client.query(sql, values);
  await client.query('COMMIT');
  client.release();
}

const SUPERMARKETS = `
  INSERT INTO supermarkets (account_id, name, contact_email)
  SELECT $1, 'Market ' || n, 'buying@market.example' FROM generate_series(1, $2::int) AS n`;

const BRANCHES = `
  INSERT INTO branches (account_id, supermarket_id, name, address, delivery_window)
  SELECT account_id, id, 'Branch ' || n, n || ' Market Square', '06:00-10:00'
  FROM supermarkets, generate_series(1, $2::int) AS n WHERE account_id = $1 AND name LIKE 'Market %'`;

const PRODUCTS = `
  INSERT INTO products (account_id, sequence_number, name, weight, price, category)
  SELECT $1, last_number + n,
         (ARRAY['Rye bread', 'Milk', 'Butter', 'Apples', 'Cheese', 'Coffee', 'Flour', 'Honey', 'Juice', 'Oats', 'Olives',
                'Onions', 'Pasta', 'Pears', 'Pepper', 'Golden rice', 'Salt', 'Soup', 'Sugar', 'Green tea'])[1 + n % 20]
         || ' ' || md5(n::text),
         1, (n % 9999 + 1) / 100.0, 'category ' || n % 12
  FROM product_sequences, generate_series(1, $2::int) AS n WHERE account_id = $1`;

const COUNT_PRODUCTS = `
  UPDATE product_sequences SET last_number = (SELECT max(sequence_number) FROM products WHERE account_id = $1)
  WHERE account_id = $1`;

const DELIVERIES = `
  WITH place AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM branches WHERE account_id = $1
  )
  INSERT INTO deliveries (account_id, supermarket_id, branch_id, status, delivery_date, total_quantity, total_value, total_weight,
                          created_at, in_transit_at, completed_at, cancelled_at)
  SELECT $1, supermarket_id, id, status, moment::date, 10, 100, 10, moment,
         CASE WHEN status IN ('in_transit', 'completed') THEN moment END,
         CASE WHEN status = 'completed' THEN moment END, CASE WHEN status = 'cancelled' THEN moment END
  FROM generate_series(1, $2::int) AS n
  CROSS JOIN LATERAL (
    SELECT now() - interval '1 year' * n / $2::int AS moment,
           coalesce((ARRAY['in_transit', 'pending', 'cancelled'])[n % 5], 'completed') AS status) AS dealt
  JOIN place ON place.place = n % (SELECT count(*) FROM place)
  RETURNING id`;

const LINES = `
  WITH good AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM products WHERE account_id = $1
  )
  INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
  SELECT $1, delivery.id, good.id, line, good.name, 1 + line % 40, good.price, good.weight
  FROM deliveries delivery
  CROSS JOIN generate_series(1, $2::int) AS line
  JOIN good ON good.place = (delivery.id * 7 + line) % (SELECT count(*) FROM good)
  WHERE delivery.account_id = $1`;

const RETURNS = `
  INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date,
                       credit_amount, created_at)
  SELECT $1, delivery.id, product_id, supermarket_id, 1,
         (ARRAY['damaged', 'expired', 'wrong_item', 'quality'])[1 + delivery.id % 4], created_at::date, unit_price,
         least(created_at + interval '2 days', now())
  FROM deliveries delivery
  JOIN delivery_items line ON line.account_id = $1 AND line.delivery_id = delivery.id AND position = 1
  WHERE delivery.account_id = $1 AND delivery.id % 4 < 2 AND status = 'completed'`;

const STANDING_ORDERS = `
  WITH standing AS (
    INSERT INTO standing_orders
      (account_id, supermarket_id, branch_id, weekdays, starts_on, lead_days, generate_at, settled_until, check_at)
    SELECT $1, $2, $3, '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}', '2020-01-01', $6,
           '00:00', now()::date, now() + random() * make_interval(secs => $7)
    FROM generate_series(1, $4) RETURNING account_id, id
  )
  INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
  SELECT account_id, id, line_number, product, 10
  FROM standing, unnest($5::bigint[]) WITH ORDINALITY AS each (product, line_number)`;

const EVENTS = `
  INSERT INTO events (account_id, type, body)
  SELECT $1, 'product.created', json_build_object('event', 'product.created', 'timestamp', iso_utc(now()), 'data',
           json_build_object('product_id', n, 'sequential_id', 'P-' || n, 'name', (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, $3::int / 32) AS part), 'weight', 1,
                             'price', 2.49, 'category', 'bakery', 'created_at', iso_utc(now())))::text
  FROM generate_series(1, $2::int) AS n`;

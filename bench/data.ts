import { Client } from 'pg';
import { hashOf, newKey } from '../src/schema/api-key/key-format.ts';
import { SCOPES } from '../src/schema/api-key/scopes.ts';

const SUPERMARKETS = 20;
const BRANCHES = 3;
export const LINES = 5;

/** The size of the benchmark's database. */
export interface Size {
  accounts: number;
  deliveries: number;
  productsPerAccount: number;
}

export const FULL: Size = { accounts: 10, deliveries: 20_000, productsPerAccount: 2_000 };
export const TINY: Size = { accounts: 3, deliveries: 90, productsPerAccount: 40 };

/**
 * The records that the works request. Ids are distributed in turn: record n belongs to account (n - 1) % accounts + 1.
 */
export interface Data extends Size {
  /** One key per account, all on the Business plan. */
  keys: string[];
  /** The key of an account that has exceeded its hourly limit. */
  spentKey: string;
}

/** Fills a migrated, empty database. */
export async function seed(url: string, size: Size): Promise<Data> {
  const keys = Array.from({ length: size.accounts + 1 }, newKey);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(ACCOUNTS, [keys.map(hashOf), keys.map((key) => key.slice(-4)), SCOPES]);
    const { accounts, deliveries, productsPerAccount } = size;
    await client.query(SUPERMARKETS_OF, [accounts, SUPERMARKETS]);
    await client.query(BRANCHES_OF, [accounts * SUPERMARKETS, BRANCHES]);
    await client.query(PRODUCTS, [accounts, productsPerAccount]);
    await client.query(LINES_OF, [accounts, deliveries, productsPerAccount, LINES]);
    await client.query(DELIVERIES, [accounts, SUPERMARKETS, BRANCHES]);
    await client.query(DELIVERY_ITEMS);
    await client.query(WINDOWS);
    await client.query(SPENT_HOUR, [accounts + 1, Date.now() + 2 * 3_600_000]);
    for (const table of ['accounts', 'supermarkets', 'branches', 'products', 'deliveries']) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
      );
    }
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return { ...size, keys: keys.slice(0, -1), spentKey: keys.at(-1)! };
}

/** Returns a supermarket of account `account`, counted from 1, and one of its branches. */
export function supermarketOf(account: number, turn: number, { accounts }: Size) {
  const supermarket = account + accounts * (turn % SUPERMARKETS);
  const branch = supermarket + accounts * SUPERMARKETS * (turn % BRANCHES);
  return { supermarket, branch };
}

const ACCOUNTS = `
  WITH account AS (
    INSERT INTO accounts (id, email, name, plan, password_hash)
    SELECT n, n || '@bench.example', 'Supplier ' || n,
           CASE WHEN n = cardinality($1::bytea[]) THEN 'free' ELSE 'business' END, '-'
    FROM generate_series(1, cardinality($1::bytea[])) AS n
    RETURNING id
  )
  INSERT INTO api_keys (account_id, name, scopes, secret_hash, last_four)
  SELECT id, 'bench', $3::text[], ($1::bytea[])[id], ($2::text[])[id] FROM account`;

const SUPERMARKETS_OF = `
  INSERT INTO supermarkets (id, account_id, name, contact_email)
  SELECT n, (n - 1) % $1::int + 1, 'Supermarket "' || n || '"', 'buying@market.example'
  FROM generate_series(1, $1::int * $2::int) AS n`;

const BRANCHES_OF = `
  INSERT INTO branches (id, account_id, supermarket_id, name, address, delivery_window)
  SELECT n, market.account_id, market.id, 'Branch ' || n, n || ' Market Square', '06:00-10:00'
  FROM generate_series(1, $1::int * $2::int) AS n
  JOIN supermarkets market ON market.id = (n - 1) % $1::int + 1`;

const PRODUCTS = `
  WITH word AS (
    SELECT ARRAY['Bread', 'Butter', 'Cheese', 'Coffee', 'Flour', 'Honey', 'Juice', 'Milk', 'Oats', 'Olives',
                 'Onions', 'Pasta', 'Pears', 'Pepper', 'Rice', 'Salt', 'Soup', 'Sugar', 'Tea', 'Yoghurt'] AS what,
           ARRAY['Organic', 'Fresh', 'Dark', 'Mild', 'Smoked', 'Fine', 'Golden'] AS how
  )
  INSERT INTO products (id, account_id, sequence_number, name, weight, price, category)
  SELECT n, (n - 1) % $1::int + 1, (n - 1) / $1::int + 1,
         how[turn % 7 + 1] || ' ' || what[turn % 20 + 1] || ' ' || turn,
         (turn % 5000 + 1) / 1000.0, (turn * 37 % 9999 + 1) / 100.0, 'category ' || turn % 12
  FROM word, generate_series(1, $1::int * $2::int) AS n, LATERAL (SELECT (n - 1) / $1::int AS turn) AS t`;

const LINES_OF = `
  CREATE TEMPORARY TABLE line ON COMMIT DROP AS
  SELECT product.account_id, delivery_id, position, product.id AS product_id, product.name,
         delivery_id % 40 + position AS quantity, product.price
  FROM generate_series(1, $2::int) AS delivery_id
  CROSS JOIN generate_series(1, $4::int) AS position
  JOIN products product
    ON product.id = (delivery_id - 1) % $1::int + 1 + $1::int * ((delivery_id * 7 + position * 3) % $3::int)`;

const DELIVERIES = `
  INSERT INTO deliveries (id, account_id, supermarket_id, branch_id, status, delivery_date, notes, total_quantity, total_value,
                          created_at, in_transit_at, completed_at, cancelled_at)
  SELECT line.delivery_id, line.account_id, supermarket_id, supermarket_id + $1::int * $2::int * (turn % $3::int), status,
         current_date + 1 + delivery_id % 30, 'Ring twice', sum(quantity), sum(quantity * price), moment,
         CASE WHEN status IN ('in_transit', 'completed') THEN moment END,
         CASE WHEN status = 'completed' THEN moment END, CASE WHEN status = 'cancelled' THEN moment END
  FROM line, LATERAL (
    SELECT (delivery_id - 1) / $1::int AS turn,
           line.account_id + $1::int * ((delivery_id - 1) / $1::int % $2::int) AS supermarket_id,
           (ARRAY['pending', 'in_transit', 'completed', 'cancelled'])[(delivery_id - 1) / $1::int % 4 + 1] AS status,
           now() - make_interval(mins => delivery_id) AS moment
  ) AS dealt
  GROUP BY line.delivery_id, line.account_id, supermarket_id, turn, status, moment
  ORDER BY line.delivery_id`;

const DELIVERY_ITEMS = `
  INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
  SELECT account_id, delivery_id, product_id, position, name, quantity, price
  FROM line ORDER BY delivery_id, position`;

// The limit server's counters: both windows of a subject in one row, in milliseconds since 1970.
const WINDOWS = `
  CREATE TABLE bench_windows (
    subject text PRIMARY KEY,
    hour_count integer NOT NULL,
    hour_ends bigint NOT NULL,
    minute_count integer NOT NULL,
    minute_ends bigint NOT NULL
  ) WITH (fillfactor = 50)`;

// The same exceeded hour for both servers, each in its own table.
const SPENT_HOUR = `
  WITH service AS (
    INSERT INTO rate_limits (key, points, expire) VALUES ('hour:account:' || $1::bigint, 60, $2)
  )
  INSERT INTO bench_windows VALUES ('account:' || $1::bigint, 60, $2, 0, 0)`;

import { fillDeliveries, fillProducts, fillSupermarkets } from '../fill.ts';
import { createSupplier } from '../supplier.ts';
import type { Database } from '../../src/database/connect.ts';

/** The lines of each delivery. */
export const LINES = 5;

/** The size of the benchmark's database; per account. */
interface Size {
  accounts: number;
  deliveries: number;
  products: number;
}

export const FULL: Size = { accounts: 10, deliveries: 2_000, products: 2_000 };
export const TINY: Size = { accounts: 3, deliveries: 30, products: 40 };

/** The records of an account that the workloads request. */
export interface Account {
  id: string;
  key: string;
  deliveries: number[];
  products: number[];
  branches: { supermarket: number; branch: number }[];
}

export interface Data {
  /** All on the Business plan. */
  accounts: Account[];
  /** The key of an account that has exceeded its hourly limit. */
  spentKey: string;
}

/** Fills a migrated, empty database. */
export async function seed(
  database: Database,
  { accounts: count, deliveries, products }: Size,
): Promise<Data> {
  const { pool } = database;
  const accounts: Account[] = [];
  while (accounts.length < count) {
    const { accountId, key } = await createSupplier(database);
    await fillSupermarkets(database, accountId, { supermarkets: 20, branches: 3 });
    await fillProducts(database, accountId, products);
    await fillDeliveries(database, accountId, { deliveries, lines: LINES });
    const { rows } = await pool.query<Omit<Account, 'id' | 'key'>>(RECORDS, [accountId]);
    accounts.push({ id: String(accountId), key, ...rows[0]! });
  }
  const spent = await createSupplier(database, { plan: 'free' });
  await pool.query(WINDOWS);
  await pool.query(SPENT_HOUR, [String(spent.accountId), Date.now() + 3_590_000]);
  await pool.query('VACUUM (ANALYZE)');
  return { accounts, spentKey: spent.key };
}

const RECORDS = `
  SELECT (SELECT json_agg(id ORDER BY id) FROM deliveries WHERE account_id = $1) AS deliveries,
         (SELECT json_agg(id ORDER BY id) FROM products WHERE account_id = $1) AS products,
         (SELECT json_agg(json_build_object('supermarket', supermarket_id, 'branch', id) ORDER BY id)
          FROM branches WHERE account_id = $1) AS branches`;

// The baseline's counters: both windows of a subject in one row, in milliseconds since 1970.
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
  WITH service AS (INSERT INTO rate_limits (key, points, expire) VALUES ('hour:account:' || $1::text, 60, $2))
  INSERT INTO bench_windows VALUES ('account:' || $1::text, 60, $2, 0, 0)`;

import { fillDeliveries, fillProducts, fillReturns, fillSupermarkets } from '../../../lab/fill.ts';
import { createAccount, type TestAccount } from '../service/account.ts';
import type { TestService } from '../service/service.ts';
import { createProduct } from './records.ts';

/** How many records fill a page, and how many lines each has at most. */
const [PAGE, LINES] = [100, 500];
/** The most branches of a supermarket, and days for which they are closed one by one. */
const [BRANCHES, CLOSED_DAYS] = [200, 400];

/**
 * Creates an account whose pages are full of records with the most lines, lots, branches, stored dates and
 * closed days that each can have: for the time and memory that reading them takes.
 */
export async function createLargestAccount(service: TestService): Promise<TestAccount> {
  const account = await createAccount(service, 'business');
  const { id, database } = account;
  await createProduct(account);
  await fillProducts(database, id, LINES - 1);
  await fillSupermarkets(database, id, { supermarkets: PAGE, branches: BRANCHES });
  await fillDeliveries(database, id, { deliveries: PAGE, lines: LINES });
  await fillReturns(database, id);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  // The references are valid by construction.
  await client.query('SET LOCAL session_replication_role = replica');
  for (const statement of STATEMENTS) await client.query(statement, [id]);
  await client.query('COMMIT');
  client.release();
  await database.pool.query('ANALYZE');
  return account;
}

const ALL_DAYS = `'{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'`;

const STATEMENTS = [
  // Deliveries of the coming days, so that they have stops and plans.
  `UPDATE deliveries SET delivery_date = now()::date + 1, after_cut_off = true WHERE account_id = $1 AND status = 'pending'`,
  `UPDATE accounts SET public_holidays = 'DE-BY' WHERE id = $1`,
  `INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, quantity)
   SELECT account_id, delivery_id, product_id, 'L-' || position, now()::date + 30, 1 FROM delivery_items WHERE account_id = $1`,
  `INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, shift, settled_until)
   SELECT account_id, supermarket_id, id, ${ALL_DAYS}, '2020-01-01', 'next', now()::date
   FROM branches WHERE account_id = $1 ORDER BY id LIMIT ${PAGE}`,
  `INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
   SELECT account_id, standing.id, row_number() OVER (PARTITION BY standing.id ORDER BY product.id), product.id, 10
   FROM standing_orders standing JOIN products product USING (account_id) WHERE account_id = $1`,
  // Every date of more than a year is closed, or was skipped by hand: none of the orders has a next one.
  `INSERT INTO occurrences (account_id, standing_order_id, date, status)
   SELECT account_id, id, now()::date + day, 'skipped'
   FROM standing_orders, generate_series(-60, ${CLOSED_DAYS}) AS day WHERE account_id = $1 AND id % 2 = 0`,
  // The dates of two months of an order have lines of their own.
  `UPDATE occurrences SET status = 'planned', is_changed = true, lines = changed.lines
   FROM (SELECT jsonb_agg(jsonb_build_object('product_id', id::text, 'quantity', 7)) AS lines
         FROM products WHERE account_id = $1) AS changed
   WHERE account_id = $1 AND date BETWEEN now()::date AND now()::date + 61
     AND standing_order_id IN (SELECT max(id) FROM standing_orders WHERE account_id = $1 AND id % 2 = 0)`,
  `INSERT INTO closed_days (account_id, branch_id, date, reason, source)
   SELECT $1, branch_id, now()::date + day, 'Stocktaking of the year', 'typed'
   FROM (SELECT branch_id FROM standing_orders WHERE account_id = $1 UNION SELECT NULL) AS list,
        generate_series(0, ${CLOSED_DAYS}) AS day`,
];

import { Client } from 'pg';
import type { TestAccount } from '../support/service/account.ts';

/** The size of an account's data. */
export interface Trade {
  supermarkets: number;
  products: number;
  deliveries: number;
}

/**
 * Fills an account: each delivery has two products, every third one a return of each. Many share a
 * delivery date, so that an order by it has to tell them apart. Use it for lists whose content is compared.
 */
export async function fillTrade(account: TestAccount, url: string, trade: Trade): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { supermarkets, products, deliveries } = trade;
  try {
    await client.query(`
      BEGIN;
      CREATE TEMP TABLE own ON COMMIT DROP AS SELECT ${account.id}::bigint AS account;
      INSERT INTO supermarkets (account_id, name, contact_email)
      SELECT account, 'Market ' || n % 2, 'buying@market.example' FROM own, generate_series(1, ${supermarkets}) AS n;
      INSERT INTO branches (account_id, supermarket_id, name, address)
      SELECT account_id, id, 'Branch ' || n, '1 Market Square'
      FROM supermarkets JOIN own ON account = account_id, generate_series(1, 2) AS n;
      INSERT INTO products (account_id, sequence_number, name, weight, price, category)
      SELECT account, n, (ARRAY['Rye bread', 'Milk', 'Äpfel', 'apples'])[1 + n % 4], 1, n,
             (ARRAY['bakery', 'dairy'])[1 + n % 2]
      FROM own, generate_series(1, ${products}) AS n;
      CREATE TEMP TABLE place ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY id) - 1 AS n, * FROM branches JOIN own ON account = account_id;
      CREATE TEMP TABLE goods ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY id) - 1 AS n, * FROM products JOIN own ON account = account_id;
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight, status, in_transit_at)
      SELECT account_id, supermarket_id, id, date '2026-01-01' + turn * 7 % 5, 20, 1, 20,
             CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'in_transit' END, CASE WHEN n % 2 > 0 THEN now() END
      FROM generate_series(1, ${deliveries}) AS turn JOIN place ON n = turn % ${2 * supermarkets};
      CREATE TEMP TABLE sent ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY id) AS turn, * FROM deliveries JOIN own ON account = account_id;
      INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
      SELECT sent.account_id, sent.id, goods.id, line, goods.name, 10, price, weight
      FROM sent, generate_series(1, 2) AS line JOIN goods ON true
      WHERE goods.n = (sent.turn + line) % ${products};
      INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date, credit_amount)
      SELECT sent.account_id, sent.id, product_id, supermarket_id, 1,
             (ARRAY['damaged', 'expired'])[1 + (turn + position) % 2], delivery_date + turn::int % 2, unit_price
      FROM sent JOIN delivery_items item ON item.account_id = sent.account_id AND delivery_id = sent.id
      WHERE turn % 3 = 0;
      COMMIT`);
  } finally {
    await client.end();
  }
}

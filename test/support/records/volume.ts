import { Client } from 'pg';
import type { TestService } from '../service/service.ts';

/**
 * Creates `count` products, deliveries and returns of the account, at a number of supermarkets, over three
 * years. Use it for plans and amounts: thousands of rows a second, whose content does not matter.
 */
export async function fillVolume(
  { testDatabase }: TestService,
  accountId: bigint,
  count: number,
  supermarkets = 10,
): Promise<void> {
  const client = new Client({ connectionString: testDatabase.url });
  await client.connect();
  await client.query(`
    SET auto_explain.log_min_duration = -1;
    CREATE TEMP TABLE own AS SELECT ${accountId}::bigint AS account;
    INSERT INTO supermarkets (account_id, name, contact_email)
    SELECT account, 'Market ' || n, 'buying@market.example' FROM own, generate_series(1, ${supermarkets}) AS n;
    INSERT INTO branches (account_id, supermarket_id, name, address)
    SELECT account_id, id, 'Central', '1 Market Square' FROM supermarkets JOIN own ON account = account_id;
    INSERT INTO products (account_id, sequence_number, name, weight, price, category)
    SELECT account, n, (ARRAY['Rye bread', 'Milk', 'Butter', 'Apples'])[1 + n % 4] || ' ' || n, 1, 1,
           (ARRAY['bakery', 'dairy', 'dairy', 'fruit'])[1 + n % 4]
    FROM own, generate_series(1, ${count}) AS n;
    SET session_replication_role = replica; -- references are right by construction, checking them is slow
    CREATE TEMP TABLE places AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM branches JOIN own ON account = account_id;
    INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                            total_weight, status, in_transit_at, completed_at)
    SELECT account_id, supermarket_id, id, date '2025-01-01' + n * 1095 / ${count}, 10, 1, 10,
           CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'completed' END,
           CASE WHEN n % 50 > 0 THEN now() END, CASE WHEN n % 50 > 0 THEN now() END
    FROM generate_series(1, ${count}) AS n JOIN places ON place = n % ${supermarkets};
    CREATE TEMP TABLE goods AS
    SELECT row_number() OVER (ORDER BY id) AS n, id FROM products JOIN own ON account = account_id;
    CREATE TEMP TABLE sent AS
    SELECT row_number() OVER (ORDER BY id) AS n, * FROM deliveries JOIN own ON account = account_id;
    INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
    SELECT account_id, sent.id, goods.id, 1, 'Goods', 10, 1, 1 FROM sent JOIN goods USING (n);
    INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason,
                         return_date, credit_amount)
    SELECT account_id, sent.id, goods.id, supermarket_id, 1,
           (ARRAY['damaged', 'expired', 'expired', 'surplus'])[1 + n % 4], delivery_date, 1
    FROM sent JOIN goods USING (n)`);
  await client.end();
}

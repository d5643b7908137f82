import { Client } from 'pg';

/** The size of the measured account, and the number of days up to now. */
export interface Volume {
  deliveries: number;
  days: number;
}

/** Fills a migrated, empty database: one account, five lines per delivery, a return for about every sixth line. */
export async function seedVolume(url: string, { deliveries, days }: Volume): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The references are valid by construction; checking millions of them is slow.
    await client.query('SET session_replication_role = replica');
    await client.query(PLACES);
    await client.query(LINES, [deliveries]);
    await client.query(DELIVERIES, [deliveries, days]);
    await client.query(RETURNS);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

const PLACES = `
  INSERT INTO accounts (id, email, name, plan, password_hash) VALUES (1, 'bench@bench.example', 'Supplier', 'business', '-');
  INSERT INTO supermarkets (id, account_id, name, contact_email)
  SELECT n, 1, 'Market ' || n, 'buying@market.example' FROM generate_series(1, 50) AS n;
  INSERT INTO branches (id, account_id, supermarket_id, name, address)
  SELECT n, 1, (n - 1) % 50 + 1, 'Branch ' || n, '1 Market Square' FROM generate_series(1, 500) AS n;
  INSERT INTO products (id, account_id, sequence_number, name, weight, price, category)
  SELECT n, 1, n, 'Product ' || n, 1, (n * 37 % 9999 + 1) / 100.0, 'category ' || n % 12 FROM generate_series(1, 2000) AS n`;

const LINES = `
  INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
  SELECT 1, delivery, product.id, line, product.name, delivery % 40 + line, product.price
  FROM generate_series(1, $1::int) AS delivery, generate_series(1, 5) AS line
  JOIN products product ON product.account_id = 1
  WHERE product.id = 1 + (delivery * 7 + line * 401) % 2000`;

const DELIVERIES = `
  INSERT INTO deliveries (id, account_id, supermarket_id, branch_id, status, delivery_date, total_quantity, total_value,
                          created_at, in_transit_at, completed_at, cancelled_at)
  SELECT delivery_id, 1, branch.supermarket_id, branch.id, status, moment::date, quantity, value, moment,
         CASE WHEN status IN ('in_transit', 'completed') THEN moment END,
         CASE WHEN status = 'completed' THEN moment END, CASE WHEN status = 'cancelled' THEN moment END
  FROM (SELECT delivery_id, sum(quantity) AS quantity, sum(quantity * unit_price) AS value
        FROM delivery_items GROUP BY delivery_id) AS line,
       LATERAL (SELECT now() - make_interval(days => $2::int) * (1 - delivery_id::float / $1::int) AS moment,
                (ARRAY['pending', 'in_transit', 'completed', 'completed', 'completed', 'completed', 'completed',
                       'completed', 'completed', 'cancelled'])[1 + delivery_id % 10] AS status) AS dealt
  JOIN branches branch ON branch.account_id = 1
  WHERE branch.id = 1 + (delivery_id * 31) % 500
  ORDER BY delivery_id`;

const RETURNS = `
  INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date,
                       credit_amount, created_at)
  SELECT 1, delivery.id, product_id, supermarket_id, 1 + delivery.id % 3,
         (ARRAY['damaged', 'expired', 'wrong_item', 'quality'])[1 + delivery.id / 4 % 4], created_at::date,
         (1 + delivery.id % 3) * unit_price, least(created_at + interval '2 days', now())
  FROM deliveries delivery
  JOIN delivery_items item ON item.account_id = 1 AND item.delivery_id = delivery.id AND position = 1
  WHERE delivery.id % 4 = 0 AND status = 'completed'
  ORDER BY delivery.id`;

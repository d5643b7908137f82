import { Client } from 'pg';

/** The measured account, which is the first, has three tenths of all deliveries. */
export const SHARE = 0.3;
/**
 * Only the newest deliveries have lines, a million in the measured account. Lines of all deliveries would
 * take a tenth of a terabyte and an hour.
 */
const WITH_LINES = 670_000;
const LINES_OF_EACH = 5;
/** The lines of this many deliveries in a row have the same lot of a product. */
const DELIVERIES_OF_A_LOT = 100;
const SUPERMARKETS = 50;

/**
 * Products of the account beside those of the lines, so that supermarkets × products × periods are
 * agreements.
 */
const PRICED = 800;
const PERIODS = 5;

/** Types of containers, all of which each delivery with containers has. */
const CONTAINER_TYPES = 3;

/**
 * Fills a migrated, empty database with deliveries of eight accounts, created in turn. The measured account
 * has agreed prices, and its newest deliveries have containers.
 */
export async function seedLarge(
  url: string,
  { deliveries, containers, agreements }: Record<'deliveries' | 'containers' | 'agreements', number>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The references are valid by construction; checking millions of them is slow.
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
    await client.query(PLACES);
    // Creating the indexes after the rows takes a fraction of the time.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(DELIVERIES, [deliveries, SUPERMARKETS]);
    for (const { definition } of indexes) await client.query(definition);
    await client.query(LINES, [Math.max(0, deliveries - WITH_LINES)]);
    await client.query(LOTS);
    await client.query(AGREEMENTS, [agreements]);
    await client.query(CONTAINERS, [Math.ceil(containers / CONTAINER_TYPES)]);
    await client.query(DAYS, [TOUR_DATE, FREE_DATE, deliveries]);
    await client.query(TOURS, [TOUR_DATE]);
    await client.query('VACUUM (ANALYZE)');
    // Written to disk now, not during the measurement.
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

const PLACES = `
  INSERT INTO accounts (id, email, name, plan)
  SELECT n, n || '@bench.example', 'Supplier ' || n, 'business' FROM generate_series(1, 8) AS n;
  INSERT INTO supermarkets (id, account_id, name, contact_email)
  SELECT n, (n - 1) / ${SUPERMARKETS} + 1, 'Market ' || n, 'buying@market.example'
  FROM generate_series(1, 8 * ${SUPERMARKETS}) AS n;
  INSERT INTO container_types (id, account_id, name, code)
  SELECT n, 1, 'Crate ' || n, n FROM generate_series(1, ${CONTAINER_TYPES}) AS n;
  INSERT INTO branches (id, account_id, supermarket_id, name, address)
  SELECT id, account_id, id, 'Central', '1 Market Square' FROM supermarkets;
  INSERT INTO products (id, account_id, sequence_number, name, weight, price, category)
  SELECT n, 1, n, 'Product ' || n, 1, n, 'bakery' FROM generate_series(1, ${LINES_OF_EACH}) AS n`;

const INDEXES = `
  SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE tablename = 'deliveries'
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`;

const DELIVERIES = `
  INSERT INTO deliveries (id, account_id, supermarket_id, branch_id, status, delivery_date, total_quantity, total_value,
                          total_weight, created_at, in_transit_at, completed_at)
  SELECT n, account, market, market, CASE WHEN isdone THEN 'completed' ELSE 'pending' END,
         date '2016-01-01' + (n * 3650 / $1::bigint)::int, 50, 100, 50,
         created_at, CASE WHEN isdone THEN created_at END, CASE WHEN isdone THEN created_at END
  FROM generate_series(1, $1::bigint) AS n,
       LATERAL (SELECT timestamptz '2016-01-01' + make_interval(secs => n * 300e6 / $1::bigint) AS created_at) AS made,
       LATERAL (SELECT greatest(1, (n % 10)::int - 1) AS account) AS owner,
       LATERAL (SELECT (account - 1) * $2::int + n / 10 % $2::int + 1 AS market, n / 10 % 50 > 0 AS isdone) AS dealt`;

const LINES = `
  INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
  SELECT account_id, id, line, line, 'Goods', 10, 2, 1
  FROM deliveries, generate_series(1, ${LINES_OF_EACH}) AS line WHERE id > $1::bigint AND account_id = 1`;

// One line in a hundred has no lot.
const LOTS = `
  INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, quantity)
  SELECT account_id, delivery_id, product_id, 'L' || lot, date '2026-01-01' + lot::int, quantity
  FROM (
    SELECT *, (dense_rank() OVER (ORDER BY delivery_id DESC) - 1) / ${DELIVERIES_OF_A_LOT} AS lot FROM delivery_items
  ) AS item
  WHERE (delivery_id + product_id) % 100 > 0`;

// The periods end in the future, so that the last ones hold today.
const AGREEMENTS = `
  WITH priced AS (
    INSERT INTO products (id, account_id, sequence_number, name, weight, price, category)
    SELECT n, 1, n, 'Product ' || n, 1, 2, 'bakery' FROM generate_series(${LINES_OF_EACH + 1}, ${PRICED}) AS n RETURNING id
  )
  INSERT INTO price_agreements (account_id, supermarket_id, product_id, price, valid_from, valid_to)
  SELECT 1, market, product, 1, start, CASE WHEN period < ${PERIODS} THEN start + 99 END
  FROM (SELECT id AS product FROM priced UNION ALL SELECT generate_series(1, ${LINES_OF_EACH})) AS product,
       generate_series(1, ${SUPERMARKETS}) AS market, generate_series(1, ${PERIODS}) AS period,
       LATERAL (SELECT current_date + (period - ${PERIODS}) * 100 AS start) AS dated
  ORDER BY product, market, period LIMIT $1::bigint`;

const CONTAINERS = `
  INSERT INTO delivery_containers
    (account_id, delivery_id, type_id, supermarket_id, branch_id, quantity_out, quantity_back, counted_on)
  SELECT account_id, delivery.id, type, supermarket_id, branch_id, 1 + delivery.id % 10, delivery.id % 7,
         CASE WHEN status = 'completed' THEN delivery_date END
  FROM (
    SELECT * FROM deliveries WHERE account_id = 1 ORDER BY id DESC LIMIT $1::bigint
  ) AS delivery, generate_series(1, ${CONTAINER_TYPES}) AS type`;

/**
 * A day of 2,000 deliveries in 60 tours, and one whose deliveries are in none. They are the oldest ones, so
 * that pages stay as they are.
 */
export const TOUR_DATE = '2030-01-16';
export const FREE_DATE = '2030-01-17';
/** The person who drives the first tours of the day, which have more stops than one answer. */
export const DRIVER_ID = 1n;

const DAYS = `
  INSERT INTO deliveries (id, account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                          total_weight, created_at)
  SELECT $3::bigint + n, 1, n % ${SUPERMARKETS} + 1, n % ${SUPERMARKETS} + 1,
         CASE WHEN n <= 2000 THEN $1::date ELSE $2::date END, 50, 100, 50, '2016-01-01'
  FROM generate_series(1, 4000) AS n`;

const TOURS = `
  WITH person AS (
    INSERT INTO people (id, account_id, email, name, role, password_hash)
    VALUES (${DRIVER_ID}, 1, 'driver@bench.example', 'Driver', 'driver', '-')
  ), tour AS (
    INSERT INTO tours (account_id, date, name, starts_at, driver_id, driven_since)
    SELECT 1, $1::date, 'Tour ' || n, '05:00', CASE WHEN n <= 7 THEN ${DRIVER_ID} END, now()
    FROM generate_series(1, 60) AS n RETURNING id, date, substr(name, 6)::int AS n
  )
  INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
  SELECT 1, stop.id, tour.id, stop.n
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM deliveries
        WHERE account_id = 1 AND delivery_date = $1::date) AS stop
  JOIN tour ON tour.n = stop.n % 60 + 1`;

/** A lot that was delivered a while ago: L0 is the newest. */
export const TRACED_LOT = 'L20';
/** The best-before date of the traced lot. */
export const TRACED_DATE = '2026-01-21';

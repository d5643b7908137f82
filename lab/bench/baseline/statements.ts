/**
 * All SQL of the baseline. Every statement is named, so PostgreSQL parses and plans it once per connection;
 * PostgreSQL also builds the JSON, so Node only passes on text.
 */

export const KEY = {
  name: 'key',
  text: `
    SELECT key.account_id, key.id, account.plan, key.scopes @> $2::text[] AS may,
           coalesce(key.expires_at <= now(), false) AS expired,
           coalesce(key.last_used_at < date_trunc('minute', now()), true) AS touch
    FROM api_keys key JOIN accounts account ON account.id = key.account_id
    WHERE (key.secret_hash = $1
           OR (key.previous_secret_hash = $1 AND key.previous_secret_expires_at > now()))
      AND key.revoked_at IS NULL`,
};

export const TOUCH = {
  name: 'touch',
  text: `
    UPDATE api_keys SET last_used_at = date_trunc('minute', now())
    WHERE account_id = $1 AND id = $2
      AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`,
};

/** Returns no row when a window is exceeded: $3 and $4 are the limits per hour and minute. */
export const COUNT = {
  name: 'count',
  text: `
    INSERT INTO bench_windows AS w VALUES ($1, 1, $2::bigint + 3600000, 1, $2::bigint + 60000)
    ON CONFLICT (subject) DO UPDATE SET
      hour_count = CASE WHEN w.hour_ends > $2 THEN w.hour_count + 1 ELSE 1 END,
      hour_ends = CASE WHEN w.hour_ends > $2 THEN w.hour_ends ELSE excluded.hour_ends END,
      minute_count = CASE WHEN w.minute_ends > $2 THEN w.minute_count + 1 ELSE 1 END,
      minute_ends = CASE WHEN w.minute_ends > $2 THEN w.minute_ends ELSE excluded.minute_ends END
    WHERE (w.hour_ends <= $2 OR w.hour_count < $3) AND (w.minute_ends <= $2 OR w.minute_count < $4)
    RETURNING hour_count, hour_ends`,
};

export const WINDOWS = { name: 'windows', text: 'SELECT * FROM bench_windows WHERE subject = $1' };

/** Returns the JSON text of a timestamp. */
export function time(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The joins to a delivery's supermarket and branch, for their names, and the FROM clause of its lines. */
export const NAMES = `
    JOIN supermarkets market ON market.account_id = d.account_id AND market.id = d.supermarket_id
    JOIN branches branch ON branch.account_id = d.account_id AND branch.id = d.branch_id`;
export const LINES_OF =
  'FROM delivery_items line WHERE line.account_id = d.account_id AND line.delivery_id = d.id';

/** A delivery in REST's format, from rows d, market and branch. */
function deliveryJson(lines: string): string {
  return `json_build_object('id', d.id, 'supermarket_name', market.name, 'subchain_name', branch.name,
    'products', (SELECT json_agg(json_build_object('product_id', line.product_id, 'name', line.name,
      'quantity', line.quantity, 'unit_price', line.unit_price) ORDER BY line.position) ${lines}),
    'total_value', d.total_value, 'delivery_date', d.delivery_date, 'status', d.status,
    'created_at', ${time('d.created_at')})`;
}

export const DELIVERY = {
  name: 'delivery',
  text: `SELECT ${deliveryJson(LINES_OF)}::text AS data FROM deliveries d ${NAMES}
         WHERE d.account_id = $1 AND d.id = $2`,
};

/** A page and its total, exact up to 10,000: $2 rows after $3, with an additional `filter`. */
function page(name: string, table: string, item: string, joins: string, filter: string) {
  const matching = `FROM ${table} WHERE account_id = $1 ${filter}`;
  return {
    name,
    text: `
      SELECT (SELECT count(*) FROM (SELECT ${matching} LIMIT 10001) AS capped) AS total,
             (SELECT coalesce(json_agg(${item} ORDER BY d.id DESC), '[]')
              FROM (SELECT * ${matching} ORDER BY id DESC LIMIT $2 OFFSET $3) AS d ${joins})::text AS data`,
  };
}

function deliveries(name: string, filter: string) {
  return page(name, 'deliveries', deliveryJson(LINES_OF), NAMES, filter);
}

export const DELIVERIES = deliveries('deliveries', '');
export const DELIVERIES_BY_STATUS = deliveries('deliveries-by-status', 'AND status = $4');
export const DELIVERIES_BY_DATE = deliveries('deliveries-by-date', 'AND delivery_date BETWEEN $4 AND $5');

const PRODUCT = `json_build_object('id', d.id,
    'sequential_id', d.sequential_id, 'name', d.name, 'weight', d.weight, 'price', d.price, 'category', d.category,
    'created_at', ${time('d.created_at')})`;

export const PRODUCTS = page('products', 'products', PRODUCT, '', '');
export const PRODUCTS_BY_SEARCH = page('products-by-search', 'products', PRODUCT, '', 'AND name ILIKE $4');

/** Writes a delivery and its lines and returns it; returns no row when a reference is not the account's. */
export const CREATE_DELIVERY = {
  name: 'create-delivery',
  text: `
    WITH line AS (
      SELECT position, product.id AS product_id, product.name, quantity, product.price AS unit_price, product.weight
      FROM unnest($4::bigint[], $5::int[]) WITH ORDINALITY AS requested (product_id, quantity, position)
      JOIN products product ON product.account_id = $1 AND product.id = requested.product_id
    ), d AS (
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, notes, total_quantity, total_value, total_weight)
      SELECT account_id, supermarket_id, id, $6::date, $7, (SELECT sum(quantity) FROM line), (SELECT sum(quantity * unit_price) FROM line),
             (SELECT sum(quantity * weight) FROM line)
      FROM branches
      WHERE account_id = $1 AND supermarket_id = $2 AND id = $3
        AND (SELECT count(*) FROM line) = cardinality($4::bigint[])
      RETURNING *
    ), written AS (
      INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
      SELECT d.account_id, d.id, product_id, position, name, quantity, unit_price, weight FROM d, line
    )
    SELECT d.id, ${deliveryJson('FROM line')}::text AS data FROM d ${NAMES}`,
};

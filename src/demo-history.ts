import type { Db } from './database/connect.ts';
import { SUGGESTED_REASONS } from './schema/trade/return/reasons.ts';

/**
 * Gives the demo account a history: three months of deliveries and returns, growing, fewer on weekends, the
 * same at each start, and a delivery to each branch today and tomorrow. It publishes no events.
 */
export async function writeHistory(db: Db, accountId: bigint): Promise<void> {
  await db.$executeRaw`
    WITH place AS (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, supermarket_id, id AS branch_id
      FROM branches WHERE account_id = ${accountId}
    ), goods AS (
      SELECT (row_number() OVER (ORDER BY id) - 1)::int AS place, id AS product_id, name, price, weight
      FROM products WHERE account_id = ${accountId}
    ), turn AS (
      SELECT row_number() OVER (ORDER BY ago DESC, of_day)::int AS turn, ago, of_day,
             CASE WHEN ago = 0 THEN now() - of_day * interval '1 second'
                  ELSE date_trunc('day', now()) - ago * interval '1 day'
                       + of_day * CASE WHEN ago = 1 THEN 20 ELSE 97 END * interval '1 minute'
             END AS created_at
      FROM generate_series(0, 91) AS ago,
           generate_series(1, CASE WHEN ago < 2 THEN (SELECT count(*)::int FROM place)
                                   WHEN extract(isodow FROM now() - ago * interval '1 day') > 5
                                   THEN hashint4(ago) & 1
                                   ELSE 2 + (91 - ago) / 45 + (hashint4(ago * 3) & 3) END) AS of_day
    ), line AS (
      SELECT turn, goods.*, 8 + (hashint4(turn * 53 + place) & 31) + (91 - ago) / 8 AS quantity
      FROM turn JOIN goods ON hashint4(turn * 97 + place * 7) & 15 < 10 - place
        -- A delivery has at least one product.
        OR place = 0 AND NOT EXISTS (
          SELECT FROM goods other WHERE hashint4(turn * 97 + other.place * 7) & 15 < 10 - other.place)
    ), planned AS (
      SELECT turn, created_at, sum(quantity) AS quantity, sum(quantity * price) AS value,
             sum(quantity * weight) AS weight,
             CASE WHEN ago = 0 OR (ago = 1 AND of_day % 5 = 0) THEN 'pending'
                  WHEN ago = 1 AND of_day % 3 = 1 THEN 'completed'
                  WHEN ago = 1 THEN 'in_transit' WHEN turn % 23 = 0 THEN 'cancelled' ELSE 'completed' END AS status,
             ago, of_day
      FROM turn JOIN line USING (turn) GROUP BY turn, turn.ago, of_day, created_at
    ), delivery AS (
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, status, delivery_date, total_quantity,
                              total_value, total_weight, created_at, in_transit_at, completed_at, cancelled_at,
                              reference, order_number, carrier)
      SELECT ${accountId}, supermarket_id, branch_id, status, created_at::date + 1, quantity, value, weight, created_at,
             CASE WHEN status IN ('in_transit', 'completed') THEN least(created_at + interval '3 hours', now()) END,
             -- Some are late.
             CASE WHEN status = 'completed'
                  THEN least(created_at + interval '21 hours'
                             + CASE WHEN turn % 9 = 0 THEN 5 + turn % 5 ELSE 0 END * interval '1 hour', now())
             END,
             CASE WHEN status = 'cancelled' THEN created_at + interval '2 hours' END,
             'LS-' || to_char(created_at::date + 1, 'YYYY') || '-' || lpad(turn::text, 4, '0'),
             'PO-' || 6000 + turn, 'Own van'
      FROM planned JOIN place ON place = CASE WHEN ago < 2 THEN of_day - 1
                                              ELSE (hashint4(turn) & 1023) % (SELECT count(*) FROM place) END
      ORDER BY turn
      RETURNING *
    ), item AS (
      INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight,
                                  returned_quantity)
      SELECT ${accountId}, id, product_id, row_number() OVER (PARTITION BY turn ORDER BY place),
             name, line.quantity, price, line.weight,
             CASE WHEN status = 'completed' AND now() - completed_at > interval '2 days'
                       AND hashint4(turn * 31 + place * 11) & 15 = 0
                  THEN 1 + line.quantity / 4 ELSE 0 END
      FROM delivery JOIN planned USING (created_at, status) JOIN line USING (turn)
      RETURNING *
    )
    INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date,
                         credit_amount, created_at)
    SELECT ${accountId}, delivery_id, product_id, supermarket_id, returned_quantity,
           (${SUGGESTED_REASONS}::text[])[1 + (hashint4(delivery_id::int) & 3)],
           -- Some are refused at the door.
           completed_at::date + (delivery_id % 3 > 0)::int, returned_quantity * unit_price,
           completed_at + interval '1 day'
    FROM item JOIN delivery ON delivery.id = delivery_id
    WHERE returned_quantity > 0
    ORDER BY completed_at`;
}

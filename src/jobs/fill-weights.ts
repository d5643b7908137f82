import type { Pool } from 'pg';
import { LINE_WEIGHT } from '../schema/delivery/line-weight.ts';
import { inBatches } from './in-batches.ts';

/** The deliveries, or weights, of one transaction. */
const WEIGHTS_BATCH = 200;
/** A worker that stops waits for its jobs, so each run is short. */
const MAX_BATCHES = 50;
const BATCHES = { size: WEIGHTS_BATCH, most: MAX_BATCHES };

/**
 * Copies the weights of products into the lines of deliveries that lack them, in at most {@link MAX_BATCHES}
 * transactions of {@link WEIGHTS_BATCH} deliveries; the next run goes on. Those that others have locked wait for it, too.
 */
export async function fillWeights(pool: Pick<Pool, 'query'>): Promise<void> {
  await inBatches(pool, FILL, BATCHES);
  const { rows } = await pool.query<{ left: boolean }>(ANY_LEFT);
  // Until then, other lines need the weights from before.
  if (!rows[0]!.left) await inBatches(pool, FORGET, BATCHES);
}

// Moving a delivery and recording its receipt lock it before its lines, too.
const FILL = `
  WITH chosen AS (
    SELECT account_id, id FROM deliveries WHERE total_weight IS NULL
    ORDER BY account_id, id LIMIT ${WEIGHTS_BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), weighed AS (
    SELECT item.account_id, item.delivery_id, item.product_id, item.quantity, ${LINE_WEIGHT.sql} AS weight
    FROM chosen
    JOIN delivery_items item ON item.account_id = chosen.account_id AND item.delivery_id = chosen.id
  ), line AS (
    UPDATE delivery_items item SET weight = weighed.weight FROM weighed
    WHERE item.account_id = weighed.account_id AND item.delivery_id = weighed.delivery_id
      AND item.product_id = weighed.product_id AND item.weight IS NULL
  )
  UPDATE deliveries delivery SET total_weight = total.weight
  FROM (
    SELECT account_id, delivery_id, sum(quantity * weight) AS weight FROM weighed GROUP BY account_id, delivery_id
  ) AS total
  WHERE delivery.account_id = total.account_id AND delivery.id = total.delivery_id`;

const ANY_LEFT = 'SELECT EXISTS (SELECT FROM deliveries WHERE total_weight IS NULL) AS "left"';

const FORGET = `
  DELETE FROM earlier_weights WHERE (account_id, product_id) IN (
    SELECT account_id, product_id FROM earlier_weights LIMIT ${WEIGHTS_BATCH})`;

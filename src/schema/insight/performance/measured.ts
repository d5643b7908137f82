import { Prisma } from '../../../generated/prisma/client.ts';
import { isOfSupplier } from '../../trade/return/faults.ts';
import { IS_OVER_MIDNIGHT } from '../../catalogue/supermarket/delivery-window.ts';
import { isStanding } from '../../trade/return/standing.ts';
import type { Performance } from './query.ts';

/** The minutes after the window beyond which the recorded time of a delivery is probably late itself. */
const TIMELY_MINUTES = 12 * 60;

/** The keys by which lines can be grouped. */
export type LineKey = 'product' | 'category';

export const IS_UNTIMELY = Prisma.sql`late_minutes > ${TIMELY_MINUTES}`;

/** Returns SQL for whether a row of {@link measured} is late. */
export function isLate({ graceMinutes }: Performance): Prisma.Sql {
  return Prisma.sql`late_minutes > ${graceMinutes}`;
}

/**
 * Returns the parts of a WITH clause: `delivered` has the completed deliveries due in the range, with their
 * minutes after the window (negative if early) by the receipt, else by the completion. A window over midnight
 * belongs to the day on which it starts, a day without one ends with its last millisecond.
 */
export function delivered({ accountId, range, goods, isTimelyOnly }: Performance): Prisma.Sql {
  const { dateFrom, dateTo, timeZone } = range;
  // The status is part of the text, because the index has only completed deliveries.
  const all = Prisma.sql`
    SELECT delivery.id, delivery.delivery_date, delivery.supermarket_id, delivery.branch_id, delivery.first_version_id,
           delivery.total_quantity, coalesce(delivery.ordered_quantity, delivery.total_quantity) AS ordered_quantity,
           (delivery.completed_at AT TIME ZONE ${timeZone}::text)::date AS completed_on,
           extract(epoch FROM coalesce(receipt.received_at, delivery.completed_at) - CASE
             WHEN branch.delivery_window IS NULL
             THEN (delivery.delivery_date + 1)::timestamp AT TIME ZONE ${timeZone}::text - interval '1 millisecond'
             ELSE (delivery.delivery_date + (${IS_OVER_MIDNIGHT})::int + right(branch.delivery_window, 5)::time)
               AT TIME ZONE ${timeZone}::text
           END) / 60 AS late_minutes
    FROM deliveries delivery
    JOIN branches branch ON branch.account_id = ${accountId} AND branch.id = delivery.branch_id
    CROSS JOIN LATERAL (
      SELECT max(received_at) AS received_at FROM receipts
      WHERE account_id = ${accountId} AND delivery_id = delivery.id
    ) AS receipt
    WHERE delivery.account_id = ${accountId} AND delivery.status = 'completed'
      AND delivery.delivery_date BETWEEN ${dateFrom}::date AND ${dateTo}::date ${goods.ofDelivery}`;
  return isTimelyOnly
    ? Prisma.sql`delivered AS (SELECT * FROM (${all}) AS each WHERE NOT ${IS_UNTIMELY})`
    : Prisma.sql`delivered AS (${all})`;
}

/**
 * Returns the parts of a WITH clause: `measured` has a row for each of these deliveries, with the quantity
 * `ordered`, and the quantity `missing`: removed since the first version, or refused at the door by the
 * supplier's fault. With a key, rows are by product or category of each delivery, with their `line_key`.
 */
export function measured(performance: Performance, key?: LineKey): Prisma.Sql {
  const isOfLines = key !== undefined || performance.goods.ofLine !== null;
  return Prisma.sql`${delivered(performance)}, ${isOfLines ? ofLines(performance, key) : ofDeliveries(performance)}`;
}

// The aggregate makes PostgreSQL look up one index entry per delivery, as for receipts above, whatever the
// size of the account.
function ofDeliveries({ accountId }: Performance): Prisma.Sql {
  return Prisma.sql`measured AS (
    SELECT delivered.*, ordered_quantity AS ordered, ordered_quantity - total_quantity + refused.quantity AS missing
    FROM delivered CROSS JOIN LATERAL (
      SELECT coalesce(sum(item.quantity), 0) AS quantity FROM returns item
      WHERE item.account_id = ${accountId} AND item.delivery_id = delivered.id
        AND item.return_date <= completed_on AND ${isOfSupplier('item')} AND ${isStanding('item')}
    ) AS refused
  )`;
}

function ofLines({ accountId, goods }: Performance, key: LineKey | undefined): Prisma.Sql {
  const ofLine = goods.ofLine ?? Prisma.empty;
  const keys = { product: Prisma.sql`product_id`, category: Prisma.sql`category` };
  const lineKey = key ? keys[key] : Prisma.sql`NULL::text`;
  const products = Prisma.sql`JOIN products product ON product.account_id = ${accountId} AND product.id = product_id`;
  return Prisma.sql`line AS (
    SELECT item.delivery_id, item.product_id, greatest(item.quantity, first.quantity) AS ordered, item.quantity AS sent
    FROM delivered
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivered.id ${ofLine}
    LEFT JOIN delivery_items first ON first.account_id = ${accountId} AND first.delivery_id = first_version_id
      AND first.product_id = item.product_id
    UNION ALL
    SELECT delivered.id, item.product_id, item.quantity, 0
    FROM delivered
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = first_version_id ${ofLine}
    WHERE NOT EXISTS (SELECT FROM delivery_items kept WHERE kept.account_id = ${accountId}
                      AND kept.delivery_id = delivered.id AND kept.product_id = item.product_id)
  ), refused AS (
    SELECT item.delivery_id, item.product_id, sum(item.quantity) AS quantity
    FROM delivered
    JOIN returns item ON item.account_id = ${accountId} AND item.delivery_id = delivered.id ${ofLine}
      AND item.return_date <= completed_on AND ${isOfSupplier('item')} AND ${isStanding('item')}
    GROUP BY 1, 2
  ), part AS (
    SELECT delivery_id, ${lineKey} AS line_key, sum(ordered) AS ordered,
           sum(ordered - sent + coalesce(refused.quantity, 0)) AS missing
    FROM line LEFT JOIN refused USING (delivery_id, product_id) ${key === 'category' ? products : Prisma.empty}
    GROUP BY 1, 2
  ), measured AS (
    SELECT delivered.*, line_key, ordered, missing FROM delivered JOIN part ON part.delivery_id = delivered.id
  )`;
}

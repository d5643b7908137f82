import { runHeavily } from '../../../database/current-work.ts';
import { type Tx, unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { DELIVERY_STATUSES } from '../delivery/status.ts';
import { type Day, dayOf } from '../standing-order/days.ts';

/** The quantity of a product, or of all products, in the deliveries of a day. */
export interface Delivered {
  pieces: Prisma.Decimal;
  kilograms: Prisma.Decimal;
}

/** The quantities in deliveries that are not cancelled, by day and product. */
export interface DeliveredDays {
  /** The number of deliveries of each day. */
  deliveries: ReadonlyMap<Day, number>;
  totals: ReadonlyMap<Day, Delivered>;
  /** The quantities by product; empty if only totals are read. */
  products: ReadonlyMap<Day, ReadonlyMap<bigint, Delivered>>;
}

/** The statuses of deliveries that count. */
export const COUNTED_STATUSES = DELIVERY_STATUSES.filter((status) => status !== 'cancelled');

/**
 * Reads the deliveries of a window by two statements.
 *
 * @param maxProducts the maximum number of products of days; further ones are left out, also of the totals.
 * Without it, only totals are read, one per day.
 */
export async function readDelivered(
  tx: Tx,
  accountId: bigint,
  { from, to }: { from: string; to: string },
  maxProducts?: number,
): Promise<DeliveredDays> {
  const condition = Prisma.sql`delivery.account_id = ${accountId} AND delivery.status = ANY(${COUNTED_STATUSES}::text[])
    AND delivery.delivery_date BETWEEN ${from}::date AND ${to}::date`;
  const date = Prisma.sql`to_char(delivery_date, 'YYYY-MM-DD') AS date`;
  const counts = await tx.$queryRaw<{ date: string; count: number }[]>`
    SELECT ${date}, count FROM (
      SELECT delivery_date, count(*)::int AS count FROM deliveries delivery WHERE ${condition} GROUP BY 1
    ) AS counted`;
  const [limit, groups] =
    maxProducts === undefined
      ? [Prisma.empty, Prisma.sql`GROUP BY delivery_date`]
      : [
          Prisma.sql`LIMIT ${maxProducts}`,
          Prisma.sql`GROUP BY GROUPING SETS ((delivery_date), (delivery_date, key))`,
        ];
  const key = maxProducts === undefined ? Prisma.sql`NULL::bigint` : Prisma.sql`key`;
  const rows = await runHeavily(
    () => tx.$queryRaw<{ date: string; key: bigint | null; pieces: bigint; kilograms: Prisma.Decimal }[]>`
    ${unprepared} SELECT ${date}, ${key} AS key, sum(pieces)::bigint AS pieces,
      sum(weight) AS kilograms
    FROM (
      SELECT delivery.delivery_date, item.product_id AS key, sum(item.quantity) AS pieces,
        sum(item.quantity * item.weight) AS weight
      FROM deliveries delivery
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
      WHERE ${condition} GROUP BY 1, 2 ${limit}
    ) AS of_product ${groups}`,
  );
  const totals = new Map<Day, Delivered>();
  const products = new Map<Day, Map<bigint, Delivered>>();
  for (const { date: text, key: productId, pieces, kilograms } of rows) {
    const day = dayOf(text);
    const delivered = { pieces: new Prisma.Decimal(String(pieces)), kilograms };
    if (productId === null) totals.set(day, delivered);
    else products.set(day, (products.get(day) ?? new Map<bigint, Delivered>()).set(productId, delivered));
  }
  return { deliveries: new Map(counts.map((row) => [dayOf(row.date), row.count])), totals, products };
}

import { accountOf, type Context } from '../context.ts';
import { HAS_PROMISE, IS_SHORT_DATED, LOT_DATE, PROMISED_DAYS } from './shelf-life.ts';

/** The maximum number of warnings about a delivery. */
export const MAX_WARNINGS = 100;

export const WARNINGS = ['short_dated'] as const;

/** A lot of a delivery with less shelf life than its supermarket is promised. */
export interface Warning {
  kind: (typeof WARNINGS)[number];
  productId: bigint;
  productName: string;
  lot: string | null;
  bestBefore: Date | null;
  useBy: Date | null;
  remainingDays: number;
  minRemainingDays: number;
}

/** A line of a delivery. */
export interface Line {
  deliveryId: bigint;
  productId: bigint;
}

/** Reads the first warnings about each delivery. */
export async function readWarnings(context: Context, ids: readonly bigint[]): Promise<Warning[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(Omit<Warning, 'kind'> & { deliveryId: bigint })[]>`
    SELECT delivery.id AS "deliveryId", short.*
    FROM deliveries delivery
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId}
      AND supermarket.id = delivery.supermarket_id AND ${HAS_PROMISE}
    CROSS JOIN LATERAL (
      SELECT lot.id, lot.product_id AS "productId", item.name AS "productName", lot.lot,
             lot.best_before AS "bestBefore", lot.use_by AS "useBy",
             ${LOT_DATE} - delivery.delivery_date AS "remainingDays", ${PROMISED_DAYS} AS "minRemainingDays"
      FROM delivery_item_lots lot
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = lot.delivery_id
        AND item.product_id = lot.product_id
      JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = delivery.id AND lot.superseded_at IS NULL
        AND ${IS_SHORT_DATED}
      ORDER BY lot.id LIMIT ${MAX_WARNINGS}
    ) AS short
    WHERE delivery.account_id = ${accountId} AND delivery.id = ANY(${[...ids]}::bigint[])
    ORDER BY delivery.id, short.id`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => (byDelivery.get(id) ?? []).map((row) => ({ ...row, kind: 'short_dated' })));
}

/** Reads the days of shelf life that are promised for each line; null for none. */
export async function readPromises(context: Context, lines: readonly Line[]): Promise<(number | null)[]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ place: bigint; days: number }[]>`
    SELECT place, ${PROMISED_DAYS} AS days
    FROM unnest(${lines.map(({ deliveryId }) => deliveryId)}::bigint[],
                ${lines.map(({ productId }) => productId)}::bigint[])
         WITH ORDINALITY AS line (delivery_id, product_id, place)
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = line.delivery_id
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId}
      AND supermarket.id = delivery.supermarket_id AND ${HAS_PROMISE}
    JOIN products product ON product.account_id = ${accountId} AND product.id = line.product_id`;
  const byPlace = new Map(rows.map(({ place, days }) => [Number(place), days]));
  return lines.map((_line, index) => byPlace.get(index + 1) ?? null);
}

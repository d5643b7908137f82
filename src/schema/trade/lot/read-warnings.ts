import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_DAY_WARNINGS, readDayWarnings } from '../../catalogue/closed-day/day-warnings.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { hasWithdrawals, withdrawalOf } from './withdrawn-dispatch.ts';
import { HAS_PROMISE, IS_SHORT_DATED, LOT_DATE, PROMISED_DAYS } from './shelf-life.ts';

/** The maximum number of warnings about the lots of a delivery. */
const MAX_LOT_WARNINGS = 100;

/** The maximum number of warnings about a delivery. */
export const MAX_WARNINGS = MAX_LOT_WARNINGS + MAX_DAY_WARNINGS;

export const WARNINGS = ['short_dated', 'withdrawn', 'closed_day', 'after_cut_off'] as const;

/** A warning about a delivery. Fields that do not belong to its kind are null. */
export interface Warning {
  kind: (typeof WARNINGS)[number];
  message: string;
  date: Date | null;
  productId: bigint | null;
  productName: string | null;
  lot: string | null;
  bestBefore: Date | null;
  useBy: Date | null;
  remainingDays: number | null;
  minRemainingDays: number | null;
}

interface WarningRow extends Omit<Warning, 'message' | 'date'> {
  deliveryId: bigint;
  withdrawalId: bigint | null;
  withdrawalReason: string | null;
}

/** A line of a delivery. */
export interface LineRef {
  deliveryId: bigint;
  productId: bigint;
}

/**
 * Reads the first warnings about each delivery: its day, then withdrawn lots, then lots with less shelf life
 * than promised.
 */
export async function readWarnings(context: Context, ids: readonly bigint[]): Promise<Warning[][]> {
  const days = await readDateWarnings(context, ids);
  const lots = await readLotWarnings(context, ids);
  return ids.map((_id, at) => [...days[at]!, ...lots[at]!]);
}

/** Reads only the warnings about the day of each delivery. */
export async function readDateWarnings(context: Context, ids: readonly bigint[]): Promise<Warning[][]> {
  const days = await readDayWarnings(context, ids);
  return days.map((warnings) => warnings.map((warning) => ({ ...NOTHING, ...warning })));
}

/** The fields that warnings about a day lack. */
const NOTHING = {
  productId: null,
  productName: null,
  lot: null,
  bestBefore: null,
  useBy: null,
  remainingDays: null,
  minRemainingDays: null,
};

/** Counts the warnings about each delivery, including those beyond the maximum. */
export async function countWarnings(context: Context, ids: readonly bigint[]): Promise<number[]> {
  const read = await readWarnings(context, ids);
  const long = ids.filter((_id, at) => read[at]!.length >= MAX_LOT_WARNINGS);
  const lots = new Map(long.length > 0 ? await countLotWarnings(context, long) : []);
  return ids.map((id, at) => {
    const ofLots = read[at]!.filter(({ productId }) => productId !== null).length;
    return read[at]!.length - ofLots + (lots.get(id) ?? ofLots);
  });
}

async function countLotWarnings(context: Context, ids: readonly bigint[]): Promise<[bigint, number][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT delivery.id, (
        SELECT count(*) FROM ${lotsOfDelivery(accountId)}
        CROSS JOIN LATERAL (${withdrawalOf(accountId, Prisma.sql`withdrawal.id`)}) AS withdrawal
        WHERE ${ofDelivery(accountId)} AND ${hasWithdrawals(accountId)}
      )::int + (
        SELECT count(*) FROM ${lotsOfDelivery(accountId)}
        JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
        WHERE ${ofDelivery(accountId)} AND ${HAS_PROMISE} AND ${IS_SHORT_DATED}
      )::int AS count
    FROM deliveries delivery
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId} AND supermarket.id = delivery.supermarket_id
    WHERE delivery.account_id = ${accountId} AND delivery.id = ANY(${[...ids]}::bigint[])`;
  return rows.map(({ id, count }) => [id, count]);
}

/** Returns SQL for the lots of deliveries, with their lines. */
function lotsOfDelivery(accountId: bigint): Prisma.Sql {
  return Prisma.sql`
    delivery_item_lots lot
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = lot.delivery_id
      AND item.product_id = lot.product_id`;
}

function ofDelivery(accountId: bigint): Prisma.Sql {
  return Prisma.sql`
    lot.account_id = ${accountId} AND lot.delivery_id = delivery.id AND lot.superseded_at IS NULL`;
}

async function readLotWarnings(context: Context, ids: readonly bigint[]): Promise<Warning[][]> {
  const accountId = accountOf(context);
  const lotOf = Prisma.sql`
    lot.id, lot.product_id AS "productId", item.name AS "productName", lot.lot, lot.best_before AS "bestBefore",
    lot.use_by AS "useBy"`;
  const rows = await context.db.$queryRaw<WarningRow[]>`
    SELECT delivery.id AS "deliveryId", warning.*
    FROM deliveries delivery
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId} AND supermarket.id = delivery.supermarket_id
    CROSS JOIN LATERAL (
      (SELECT 1 AS rank, 'withdrawn' AS kind, ${lotOf}, NULL::int AS "remainingDays", NULL::int AS "minRemainingDays",
              withdrawal.id AS "withdrawalId", withdrawal.reason AS "withdrawalReason"
       FROM ${lotsOfDelivery(accountId)}
       CROSS JOIN LATERAL (${withdrawalOf(accountId, Prisma.sql`withdrawal.id, withdrawal.reason`)}) AS withdrawal
       WHERE ${ofDelivery(accountId)} AND ${hasWithdrawals(accountId)}
       ORDER BY lot.id LIMIT ${MAX_LOT_WARNINGS})
      UNION ALL
      (SELECT 2, 'short_dated', ${lotOf}, ${LOT_DATE} - delivery.delivery_date, ${PROMISED_DAYS}, NULL, NULL
       FROM ${lotsOfDelivery(accountId)}
       JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
       WHERE ${ofDelivery(accountId)} AND ${HAS_PROMISE} AND ${IS_SHORT_DATED}
       ORDER BY lot.id LIMIT ${MAX_LOT_WARNINGS})
      ORDER BY rank, id LIMIT ${MAX_LOT_WARNINGS}
    ) AS warning
    WHERE delivery.account_id = ${accountId} AND delivery.id = ANY(${[...ids]}::bigint[])
    ORDER BY delivery.id, rank, warning.id`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) =>
    (byDelivery.get(id) ?? []).map((row) => ({ ...row, date: null, message: messageOf(row) })),
  );
}

function messageOf({ kind, productName, lot, bestBefore, useBy, ...row }: WarningRow): string {
  const date = (bestBefore ?? useBy)?.toISOString().slice(0, 10);
  const goods = `${lot === null ? `the lot of ${date}` : `lot ${lot}`} of ${productName}`;
  return kind === 'withdrawn'
    ? `Withdrawal ${row.withdrawalId} names ${goods}: ${row.withdrawalReason}`
    : `On the day of delivery ${goods} has ${row.remainingDays} days of shelf life left; the supermarket is promised ${row.minRemainingDays}`;
}

/** Reads the promised days of shelf life for each line; null for none. */
export async function readPromises(context: Context, lines: readonly LineRef[]): Promise<(number | null)[]> {
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

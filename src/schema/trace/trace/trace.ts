import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { DEFAULT_PER_PAGE } from '../../core/limits.ts';
import { cursorRule } from '../../core/list/cursor.ts';
import type { Order } from '../../core/list/order.ts';
import { lot } from '../../trade/lot/fields.ts';
import { idInput } from '../../core/noun/record-id.ts';
import { anyOf, calendarDate, DATES_OUT_OF_ORDER, isInOrder, perPage } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_WITHDRAWN_LOTS } from '../limits.ts';

/** Newest deliveries first. */
const BY_DELIVERY: Order = {
  name: 'DELIVERY',
  key: {
    columns: [Prisma.sql`lot.delivery_id`],
    text: Prisma.sql`lot.delivery_id::text`,
    valuesIn: (id) => [Prisma.sql`${id}::bigint`],
    rule: z.string().regex(/^\d{1,16}$/),
  },
  isDescending: true,
};

export const TRACE_LIST = { list: 'lot_trace', order: BY_DELIVERY };
/** The list of lines without lots, and its order. */
export const LOTLESS_LIST = { list: 'lot_trace_without_lot', order: BY_DELIVERY };

const TraceQuery = z
  .object({
    productId: idInput.nullish(),
    lot: lot.nullish(),
    lots: anyOf(lot, MAX_WITHDRAWN_LOTS).nullish(),
    bestBeforeFrom: calendarDate.nullish(),
    bestBeforeTo: calendarDate.nullish(),
    shippedFrom: calendarDate.nullish(),
    shippedTo: calendarDate.nullish(),
    withoutLot: z.boolean().nullish(),
    first: perPage.nullish(),
  })
  .refine(({ bestBeforeFrom, bestBeforeTo }) => isInOrder(bestBeforeFrom, bestBeforeTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['bestBeforeTo'],
  })
  .refine(({ shippedFrom, shippedTo }) => isInOrder(shippedFrom, shippedTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['shippedTo'],
  });

const TraceInput = TraceQuery.and(z.object({ after: cursorRule(TRACE_LIST).nullish() }));
const LotlessInput = TraceQuery.and(z.object({ after: cursorRule(LOTLESS_LIST).nullish() }));

/** The arguments of a trace. */
export interface Trace {
  accountId: bigint;
  productId: bigint | null;
  lots: readonly string[];
  /** Conditions on the rows `lot` and `delivery`: which lots, and when they were dispatched. */
  isTraced: Prisma.Sql;
  isInPeriod: Prisma.Sql;
  hasPeriod: boolean;
  /** Whether it names a lot or a date. */
  namesGoods: boolean;
  /** Whether to return lines with pieces in no lot, instead of lots. */
  isLotless: boolean;
  first: number;
  after: { delivery: bigint; id: bigint } | null;
}

/**
 * Returns the validated arguments of a trace. Days are those of the account's time zone.
 *
 * @throws AppError `validation_error`
 */
export function traceOf(context: Context, args: object): Trace {
  const isLotless = 'withoutLot' in args && args.withoutLot === true;
  const {
    first,
    after,
    withoutLot: _isLotless,
    ...asked
  } = valid(isLotless ? LotlessInput : TraceInput, args);
  if (!isLotless && Object.values(asked).every((value) => value == null)) {
    throw fault('nothing_to_trace', 'Trace a product, a lot, or a range of dates', 'productId');
  }
  const { productId = null, bestBeforeFrom, bestBeforeTo } = asked;
  const lots = [...new Set([...(asked.lot == null ? [] : [asked.lot]), ...(asked.lots ?? [])])];
  const date = Prisma.sql`coalesce(lot.best_before, lot.use_by)`;
  const isTraced = [
    productId === null ? undefined : Prisma.sql`lot.product_id = ${productId}`,
    lots.length === 0 ? undefined : Prisma.sql`lot.lot = ANY(${lots}::text[])`,
    bestBeforeFrom == null ? undefined : Prisma.sql`${date} >= ${bestBeforeFrom}::date`,
    bestBeforeTo == null ? undefined : Prisma.sql`${date} <= ${bestBeforeTo}::date`,
  ];
  const { timeZone = 'UTC' } = callerOf(context);
  const period = dispatched(asked, timeZone);
  return {
    accountId: accountOf(context),
    productId,
    lots,
    isTraced: allConditions(isTraced),
    isInPeriod: allConditions(period),
    hasPeriod: period.some((condition) => condition !== undefined),
    namesGoods: [...lots, bestBeforeFrom, bestBeforeTo].some((value) => value != null),
    isLotless,
    first: first ?? DEFAULT_PER_PAGE,
    after: after ? { delivery: BigInt(after.key!), id: after.id } : null,
  };
}

function dispatched(
  {
    shippedFrom,
    shippedTo,
  }: { shippedFrom?: string | null | undefined; shippedTo?: string | null | undefined },
  timeZone: string,
): (Prisma.Sql | undefined)[] {
  return [
    shippedFrom == null
      ? undefined
      : Prisma.sql`delivery.in_transit_at >= ${shippedFrom}::timestamp AT TIME ZONE ${timeZone}::text`,
    shippedTo == null
      ? undefined
      : Prisma.sql`delivery.in_transit_at < (${shippedTo}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text`,
  ];
}

function allConditions(conditions: (Prisma.Sql | undefined)[]): Prisma.Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? Prisma.join(given, ' AND ') : Prisma.sql`true`;
}

/**
 * Returns the traced lots with their deliveries, as FROM and WHERE. Cancelled deliveries were never
 * dispatched.
 */
export function tracedRows({ accountId, isTraced, lots, isInPeriod }: Trace): Prisma.Sql {
  const ofLot = Prisma.sql`delivery.account_id = ${accountId} AND delivery.id = lot.delivery_id`;
  // Single lots have few lines. For more, whole deliveries can be read in another order.
  const deliveries =
    lots.length > 0
      ? Prisma.sql`CROSS JOIN LATERAL (SELECT * FROM deliveries delivery WHERE ${ofLot} LIMIT 1) AS delivery`
      : Prisma.sql`JOIN deliveries delivery ON ${ofLot}`;
  return Prisma.sql`
    FROM delivery_item_lots lot ${deliveries}
    WHERE lot.account_id = ${accountId} AND lot.superseded_at IS NULL AND delivery.status <> 'cancelled'
      AND ${isTraced} AND ${isInPeriod}`;
}

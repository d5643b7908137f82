import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { RETURNABLE } from '../../trade/delivery/status.ts';
import { measured, type ReturnFilter } from './filter.ts';
import type { Places } from '../../core/list/places.ts';
import { type DayColumn, inPeriod, type DayRange, inRange } from './range.ts';
import {
  delivered,
  DELIVERY_DAYS,
  type DeliveryRanking,
  joinNames,
  namesOf,
  type Period,
  type Rank,
} from './read-deliveries.ts';

/**
 * Figures of returns, net of reversals. The rate is null when nothing was delivered, or when it is not
 * selected; kilograms are zero when they are not selected.
 */
export interface ReturnFigures {
  count: number;
  quantity: Prisma.Decimal;
  creditAmount: Prisma.Decimal;
  kilograms: Prisma.Decimal;
  rate: Prisma.Decimal | null;
}

/** The returns that figures are computed of. */
export interface ReturnQuery {
  filter: ReturnFilter;
  day: ReturnDay;
  hasKilograms: boolean;
  hasRate: boolean;
}

/** The day on which returns count, and the day of the deliveries in their rate. */
export interface ReturnDay extends DayColumn {
  delivered: DayColumn;
}

/** The days by which returns count. */
export const RETURN_DAYS = {
  recorded: { column: Prisma.sql`returns.created_at`, isDate: false, delivered: DELIVERY_DAYS.created },
  return_date: {
    column: Prisma.sql`returns.return_date`,
    isDate: true,
    delivered: DELIVERY_DAYS.delivery_date,
  },
} satisfies Record<string, ReturnDay>;

/** The number of returns: a reversal has a negative quantity, and takes its return off the count. */
const COUNT = Prisma.sql`count(*) - 2 * count(*) FILTER (WHERE returns.quantity < 0)`;

/** The keys by which returns can be ranked. */
export type ReturnRanking = DeliveryRanking | 'reason';

// The share of the quantity delivered. It can exceed 1, because goods delivered before the period can come
// back in it.
const RATE = Prisma.sql`round(figures.quantity / nullif(delivered.quantity, 0), 6) AS rate`;
const NO_RATE = Prisma.sql`NULL::numeric AS rate`;

/** Reads the figures of the returns of each period, with one statement. */
export async function readReturnPeriods(
  context: Context,
  periods: Prisma.Sql,
  { filter: { ofReturn, delivered: sent }, day, hasKilograms, hasRate }: ReturnQuery,
): Promise<Period<ReturnFigures>[]> {
  const accountId = accountOf(context);
  const { lines, quantity } = measured(accountId, sent);
  const rate = Prisma.sql`CROSS JOIN LATERAL (
      SELECT sum(${quantity}) AS quantity FROM deliveries delivery ${lines}
      WHERE delivery.account_id = ${accountId} AND status = ANY(${RETURNABLE})
        AND ${inPeriod(day.delivered)} ${sent.ofDelivery}
    ) AS delivered`;
  const rows = await runHeavily(
    () => context.db.$queryRaw<ReturnFigureRow<{ date: Date; starts_at: Date; ends_at: Date }>[]>`
    ${sent.ofLine ? unprepared : Prisma.empty} WITH period AS MATERIALIZED (${periods})
    SELECT date, starts_at, ends_at, figures.*, ${hasRate ? RATE : NO_RATE}
    FROM period CROSS JOIN LATERAL (
      SELECT ${COUNT} AS count, coalesce(sum(returns.quantity), 0)::numeric AS quantity,
             coalesce(sum(credit_amount), 0) AS credit_amount, ${kilogramsIf(hasKilograms)} AS kilograms
      FROM returns ${hasKilograms ? joinLine(accountId) : Prisma.empty}
      WHERE returns.account_id = ${accountId} AND ${inPeriod(day)} ${ofReturn}
    ) AS figures ${hasRate ? rate : Prisma.empty}
    ORDER BY date`,
  );
  return rows.map((row) => ({
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    figures: figuresOf(row),
  }));
}

/**
 * Reads ranks of the returns in the range by `measure`, with one statement. Keys whose returns are all
 * reversed are left out.
 */
export async function readReturnRanking(
  context: Context,
  range: DayRange,
  {
    by,
    first,
    skip,
    measure,
  }: Places & { by: ReturnRanking; measure: 'count' | 'quantity' | 'credit_amount' },
  query: ReturnQuery,
): Promise<Rank<ReturnFigures>[]> {
  const accountId = accountOf(context);
  const { day, filter, hasKilograms, hasRate } = query;
  const order = ORDERS[measure];
  const rows = await runHeavily(
    () => context.db.$queryRaw<
      ReturnFigureRow<{ id: bigint | null; name: string; supermarket_name: string | null }>[]
    >`
    ${unprepared} WITH ranked AS (
      SELECT ${KEYS[by]} AS key, ${COUNT} AS count, sum(returns.quantity)::numeric AS quantity,
             sum(credit_amount) AS credit_amount, ${kilogramsIf(hasKilograms)} AS kilograms
      FROM returns ${joinKey(accountId, by)} ${hasKilograms ? joinLine(accountId) : Prisma.empty}
      WHERE returns.account_id = ${accountId} AND ${inRange(range, day)} ${filter.ofReturn}
      GROUP BY 1 HAVING ${IS_LEFT}
      ORDER BY ${order} DESC, 1 LIMIT ${first} OFFSET ${skip}
    ) ${hasRate ? Prisma.sql`, delivered AS (${deliveredQuantities(accountId, range, by, query)})` : Prisma.empty}
    SELECT ${namesOf(by)}, figures.count, figures.quantity, credit_amount, kilograms, ${hasRate ? RATE : NO_RATE}
    FROM ranked CROSS JOIN LATERAL (SELECT ranked.count, ranked.quantity) AS figures
    ${joinNames(accountId, by)}
    ${hasRate ? joinDelivered(by) : Prisma.empty}
    ORDER BY ${order} DESC, ranked.key`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    supermarketName: row.supermarket_name,
    figures: figuresOf(row),
  }));
}

/** SQL for whether returns remain after reversals. */
const IS_LEFT = Prisma.sql`${COUNT} <> 0 OR sum(returns.quantity) <> 0 OR sum(credit_amount) <> 0`;

/** Counts the ranks of a ranking. */
export async function countReturnPlaces(
  context: Context,
  range: DayRange,
  by: ReturnRanking,
  { filter, day }: Pick<ReturnQuery, 'filter' | 'day'>,
): Promise<number> {
  const accountId = accountOf(context);
  const [{ places }] = await runHeavily(
    () => context.db.$queryRaw<[{ places: number }]>`
    ${unprepared} SELECT count(*)::int AS places FROM (
      SELECT ${KEYS[by]} AS key FROM returns ${joinKey(accountId, by)}
      WHERE returns.account_id = ${accountId} AND ${inRange(range, day)} ${filter.ofReturn}
      GROUP BY 1 HAVING ${IS_LEFT}
    ) AS ranked`,
  );
  return places;
}

const ORDERS = {
  count: Prisma.sql`count`,
  quantity: Prisma.sql`quantity`,
  credit_amount: Prisma.sql`credit_amount`,
};

const KEYS: Record<ReturnRanking, Prisma.Sql> = {
  supermarket: Prisma.sql`returns.supermarket_id`,
  branch: Prisma.sql`branch_id`,
  product: Prisma.sql`returns.product_id`,
  category: Prisma.sql`category`,
  reason: Prisma.sql`reason`,
};

function joinKey(accountId: bigint, by: ReturnRanking): Prisma.Sql {
  if (by === 'branch') {
    return Prisma.sql`JOIN deliveries ON deliveries.account_id = ${accountId} AND deliveries.id = returns.delivery_id`;
  }
  if (by !== 'category') return Prisma.empty;
  return Prisma.sql`JOIN products ON products.account_id = ${accountId} AND products.id = returns.product_id`;
}

/** Returns SQL that joins the line of each return, whose weight is that at the delivery. */
function joinLine(accountId: bigint): Prisma.Sql {
  return Prisma.sql`JOIN delivery_items item ON item.account_id = ${accountId}
    AND item.delivery_id = returns.delivery_id AND item.product_id = returns.product_id`;
}

function kilogramsIf(isSelected: boolean): Prisma.Sql {
  return isSelected ? Prisma.sql`coalesce(sum(returns.quantity * item.weight), 0)` : Prisma.sql`0::numeric`;
}

/**
 * Returns SQL for the quantities delivered, the denominator of the rate. For a reason, that is everything
 * delivered.
 */
function deliveredQuantities(
  accountId: bigint,
  range: DayRange,
  by: ReturnRanking,
  { filter, day }: ReturnQuery,
): Prisma.Sql {
  const figures = delivered(accountId, range, by === 'reason' ? 'supermarket' : by, RETURNABLE, {
    filter: filter.delivered,
    day: day.delivered,
    hasKilograms: false,
  });
  return by === 'reason'
    ? Prisma.sql`SELECT sum(quantity) AS quantity FROM (${figures}) AS each`
    : Prisma.sql`SELECT key, sum(quantity) AS quantity FROM (${figures}) AS each GROUP BY key`;
}

function joinDelivered(by: ReturnRanking): Prisma.Sql {
  return by === 'reason'
    ? Prisma.sql`CROSS JOIN delivered`
    : Prisma.sql`LEFT JOIN delivered ON delivered.key = ranked.key`;
}

type ReturnFigureRow<Key> = Key & {
  count: bigint;
  quantity: Prisma.Decimal;
  credit_amount: Prisma.Decimal;
  kilograms: Prisma.Decimal;
  rate: Prisma.Decimal | null;
};

function figuresOf({
  count,
  quantity,
  credit_amount,
  kilograms,
  rate,
}: ReturnFigureRow<unknown>): ReturnFigures {
  return { count: Number(count), quantity, creditAmount: credit_amount, kilograms, rate };
}

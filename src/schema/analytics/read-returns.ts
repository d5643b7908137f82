import { actHeavily } from '../../database/acting.ts';
import { unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { type DeliveryFilter, measured, type ReturnFilter } from './filter.ts';
import { type Range, within } from './range.ts';
import {
  delivered,
  type DeliveryRanking,
  joinNames,
  namesOf,
  type Period,
  type Rank,
} from './read-deliveries.ts';

/** Figures of returns; the rate is null when nothing was delivered, or when it is not selected. */
export interface ReturnFigures {
  count: number;
  quantity: Prisma.Decimal;
  creditAmount: Prisma.Decimal;
  rate: Prisma.Decimal | null;
}

/** What returns can be ranked by. */
export type ReturnRanking = DeliveryRanking | 'reason';

// The share of the quantity delivered. It can exceed 1, because goods delivered before the period can come back in it.
const RATE = Prisma.sql`round(figures.quantity / nullif(delivered.quantity, 0), 6) AS rate`;
const NO_RATE = Prisma.sql`NULL::numeric AS rate`;

/** Reads the figures of the returns recorded in each period, with one statement. */
export async function readReturnPeriods(
  context: Context,
  periods: Prisma.Sql,
  hasRate: boolean,
  { ofReturn, delivered: sent }: ReturnFilter,
): Promise<Period<ReturnFigures>[]> {
  const accountId = accountOf(context);
  const { lines, quantity } = measured(accountId, sent);
  const rate = Prisma.sql`CROSS JOIN LATERAL (
      SELECT sum(${quantity}) AS quantity FROM deliveries delivery ${lines}
      WHERE delivery.account_id = ${accountId} AND status = ANY(${RETURNABLE})
        AND created_at >= starts_at AND created_at < ends_at ${sent.ofDelivery}
    ) AS delivered`;
  const rows = await actHeavily(
    () => context.db.$queryRaw<Row<{ date: Date; starts_at: Date; ends_at: Date }>[]>`
    ${sent.ofLine ? unprepared : Prisma.empty} WITH period AS MATERIALIZED (${periods})
    SELECT date, starts_at, ends_at, figures.*, ${hasRate ? RATE : NO_RATE}
    FROM period CROSS JOIN LATERAL (
      SELECT count(*) AS count, coalesce(sum(quantity), 0)::numeric AS quantity,
             coalesce(sum(credit_amount), 0) AS credit_amount
      FROM returns WHERE account_id = ${accountId} AND created_at >= starts_at AND created_at < ends_at ${ofReturn}
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

/** Reads the top of a ranking by `measure` of the returns recorded in the range, with one statement. */
export async function readReturnRanking(
  context: Context,
  range: Range,
  {
    by,
    first,
    measure,
  }: { by: ReturnRanking; first: number; measure: 'count' | 'quantity' | 'credit_amount' },
  hasRate: boolean,
  { ofReturn, delivered: sent }: ReturnFilter,
): Promise<Rank<ReturnFigures>[]> {
  const accountId = accountOf(context);
  const order = ORDERS[measure];
  const rows = await actHeavily(
    () => context.db.$queryRaw<Row<{ id: bigint | null; name: string; supermarket_name: string | null }>[]>`
    ${unprepared} WITH ranked AS (
      SELECT ${KEYS[by]} AS key, count(*) AS count, sum(returns.quantity)::numeric AS quantity,
             sum(credit_amount) AS credit_amount
      FROM returns ${joinKey(accountId, by)}
      WHERE returns.account_id = ${accountId} AND ${within(range, Prisma.sql`returns.created_at`)} ${ofReturn}
      GROUP BY 1 ORDER BY ${order} DESC, 1 LIMIT ${first}
    ) ${hasRate ? Prisma.sql`, delivered AS (${deliveredQuantities(accountId, range, by, sent)})` : Prisma.empty}
    SELECT ${namesOf(by)}, figures.count, figures.quantity, credit_amount, ${hasRate ? RATE : NO_RATE}
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

const ORDERS = {
  count: Prisma.sql`count`,
  quantity: Prisma.sql`quantity`,
  credit_amount: Prisma.sql`credit_amount`,
};

const KEYS: Record<ReturnRanking, Prisma.Sql> = {
  supermarket: Prisma.sql`returns.supermarket_id`,
  branch: Prisma.sql`branch_id`,
  product: Prisma.sql`product_id`,
  category: Prisma.sql`category`,
  reason: Prisma.sql`reason`,
};

function joinKey(accountId: bigint, by: ReturnRanking): Prisma.Sql {
  if (by === 'branch') {
    return Prisma.sql`JOIN deliveries ON deliveries.account_id = ${accountId} AND deliveries.id = delivery_id`;
  }
  if (by !== 'category') return Prisma.empty;
  return Prisma.sql`JOIN products ON products.account_id = ${accountId} AND products.id = product_id`;
}

/**
 * Returns SQL for the quantities delivered, the denominator of the rate. For a reason, that is everything delivered.
 */
function deliveredQuantities(
  accountId: bigint,
  range: Range,
  by: ReturnRanking,
  filter: DeliveryFilter,
): Prisma.Sql {
  const figures = delivered(accountId, range, by === 'reason' ? 'supermarket' : by, RETURNABLE, filter);
  return by === 'reason'
    ? Prisma.sql`SELECT sum(quantity) AS quantity FROM (${figures}) AS each`
    : Prisma.sql`SELECT key, sum(quantity) AS quantity FROM (${figures}) AS each GROUP BY key`;
}

function joinDelivered(by: ReturnRanking): Prisma.Sql {
  return by === 'reason'
    ? Prisma.sql`CROSS JOIN delivered`
    : Prisma.sql`LEFT JOIN delivered ON delivered.key = ranked.key`;
}

type Row<Key> = Key & {
  count: bigint;
  quantity: Prisma.Decimal;
  credit_amount: Prisma.Decimal;
  rate: Prisma.Decimal | null;
};

function figuresOf({ count, quantity, credit_amount, rate }: Row<unknown>): ReturnFigures {
  return { count: Number(count), quantity, creditAmount: credit_amount, rate };
}

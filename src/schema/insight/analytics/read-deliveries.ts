import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { DeliverySums } from '../../trade/delivery/part-figures-graphql.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, OPEN } from '../../trade/delivery/status.ts';
import { type DeliveryFilter, measured } from './filter.ts';
import type { Places } from '../../core/list/places.ts';
import { type DayColumn, inPeriod, type DayRange, inRange } from './range.ts';

/** Figures of deliveries. Cancelled ones are only in `cancelled` and `byStatus`. */
export interface DeliveryFigures extends DeliverySums {
  completed: DeliverySums;
  open: DeliverySums;
  cancelled: DeliverySums;
  /** Every status, in the order of the status machine. */
  byStatus: (DeliverySums & { status: DeliveryStatus })[];
}

/** The deliveries that figures are computed of. */
export interface DeliveryQuery {
  filter: DeliveryFilter;
  day: DayColumn;
  hasKilograms: boolean;
}

/** The days by which deliveries count. */
export const DELIVERY_DAYS = {
  created: { column: Prisma.sql`delivery.created_at`, isDate: false },
  delivery_date: { column: Prisma.sql`delivery.delivery_date`, isDate: true },
} satisfies Record<string, DayColumn>;

export interface Period<Figures> {
  date: Date;
  startsAt: Date;
  endsAt: Date;
  figures: Figures;
}

/** A rank; the id is null for categories and reasons. */
export interface Rank<Figures> {
  id: bigint | null;
  name: string;
  supermarketName: string | null;
  figures: Figures;
}

/** The keys by which deliveries can be ranked. */
export type DeliveryRanking = 'supermarket' | 'branch' | 'product' | 'category';

const STATUSES = Prisma.sql`unnest(${DELIVERY_STATUSES}::text[]) WITH ORDINALITY AS each (status, place)`;

/** Reads the figures of the deliveries of each period, with one statement. */
export async function readDeliveryPeriods(
  context: Context,
  periods: Prisma.Sql,
  { filter, day, hasKilograms }: DeliveryQuery,
): Promise<Period<DeliveryFigures>[]> {
  const accountId = accountOf(context);
  const { lines, count, quantity, value, kilograms } = measured(accountId, filter);
  const statuses = filter.statuses ?? DELIVERY_STATUSES;
  const rows = await runHeavily(
    () => context.db.$queryRaw<DeliveryFigureRow<{ date: Date; starts_at: Date; ends_at: Date }>[]>`
    ${filter.ofLine ? unprepared : Prisma.empty} WITH period AS MATERIALIZED (${periods})
    SELECT date, starts_at, ends_at, each.status, figures.*
    FROM period CROSS JOIN ${STATUSES} CROSS JOIN LATERAL (
      SELECT ${count} AS count, coalesce(sum(${quantity}), 0) AS quantity, coalesce(sum(${value}), 0) AS value,
             ${hasKilograms ? Prisma.sql`coalesce(sum(${kilograms}), 0)` : NO_KILOGRAMS} AS kilograms
      FROM deliveries delivery ${lines}
      WHERE delivery.account_id = ${accountId} AND delivery.status = each.status
        AND each.status = ANY(${statuses}::text[])
        AND ${inPeriod(day)} ${filter.ofDelivery}
    ) AS figures
    ORDER BY date, place`,
  );
  return groupsOf(rows).map((group) => {
    const { date, starts_at, ends_at } = group[0]!;
    return { date, startsAt: starts_at, endsAt: ends_at, figures: figuresOf(group) };
  });
}

/**
 * Reads ranks of the deliveries in the range by `measure`, with one statement. Keys with only cancelled
 * deliveries are left out.
 */
export async function readDeliveryRanking(
  context: Context,
  range: DayRange,
  { by, first, skip, measure }: Places & { by: DeliveryRanking; measure: 'count' | 'quantity' | 'value' },
  query: DeliveryQuery,
): Promise<Rank<DeliveryFigures>[]> {
  const accountId = accountOf(context);
  const order = ORDERS[measure];
  const rows = await runHeavily(
    () => context.db.$queryRaw<
      DeliveryFigureRow<{ id: bigint | null; name: string; supermarket_name: string | null }>[]
    >`
    ${unprepared} WITH figures AS (
      ${delivered(accountId, range, by, query.filter.statuses ?? DELIVERY_STATUSES, query)}
    ), ranked AS (
      SELECT key, sum(count) AS all_count, sum(quantity) AS all_quantity, sum(value) AS all_value
      FROM figures WHERE status <> 'cancelled' GROUP BY key ORDER BY ${order} DESC, key
      LIMIT ${first} OFFSET ${skip}
    )
    SELECT ${namesOf(by)}, each.status, coalesce(count, 0) AS count, coalesce(quantity, 0) AS quantity,
           coalesce(value, 0) AS value, coalesce(kilograms, 0) AS kilograms
    FROM ranked CROSS JOIN ${STATUSES}
    LEFT JOIN figures ON figures.key = ranked.key AND figures.status = each.status
    ${joinNames(accountId, by)}
    ORDER BY ${order} DESC, ranked.key, place`,
  );
  return groupsOf(rows).map((group) => {
    const { id, name, supermarket_name } = group[0]!;
    return { id, name, supermarketName: supermarket_name, figures: figuresOf(group) };
  });
}

/** Counts the ranks of a ranking. */
export async function countDeliveryPlaces(
  context: Context,
  range: DayRange,
  by: DeliveryRanking,
  query: DeliveryQuery,
): Promise<number> {
  const statuses = (query.filter.statuses ?? DELIVERY_STATUSES).filter((each) => each !== 'cancelled');
  const [{ places }] = await runHeavily(
    () => context.db.$queryRaw<[{ places: number }]>`
    ${unprepared} SELECT count(DISTINCT key)::int AS places
    FROM (${delivered(accountOf(context), range, by, statuses, query)}) AS figures`,
  );
  return places;
}

/** Returns SQL for the figures of deliveries in these statuses, grouped by the ranked key and by status. */
export function delivered(
  accountId: bigint,
  range: DayRange,
  by: DeliveryRanking,
  statuses: readonly string[],
  { filter, day, hasKilograms }: DeliveryQuery,
): Prisma.Sql {
  const { lines: joinLines, count, quantity, value, kilograms } = measured(accountId, filter);
  const weighed = (sum: Prisma.Sql) => Prisma.sql`${hasKilograms ? sum : NO_KILOGRAMS} AS kilograms`;
  const condition = Prisma.sql`delivery.account_id = ${accountId} AND status = ANY(${statuses}::text[])
    AND ${inRange(range, day)} ${filter.ofDelivery}`;
  if (by === 'supermarket' || by === 'branch') {
    return Prisma.sql`
      SELECT ${by === 'branch' ? Prisma.sql`branch_id` : Prisma.sql`supermarket_id`} AS key, status,
             ${count} AS count, sum(${quantity}) AS quantity, sum(${value}) AS value,
             ${weighed(Prisma.sql`sum(${kilograms})`)}
      FROM deliveries delivery ${joinLines} WHERE ${condition} GROUP BY 1, 2`;
  }
  const byProduct = Prisma.sql`
    SELECT product_id AS key, status, count(*) AS count, sum(quantity) AS quantity, sum(quantity * unit_price) AS value,
           ${weighed(Prisma.sql`sum(quantity * weight)`)}
    FROM deliveries delivery
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
    WHERE ${condition} ${filter.ofLine ?? Prisma.empty} GROUP BY 1, 2`;
  if (by === 'product') return byProduct;
  // A delivery with several products of a category counts once, so that products cannot be added up.
  return Prisma.sql`
    SELECT * FROM (
      SELECT category AS key, status, sum(quantity) AS quantity, sum(value) AS value, sum(kilograms) AS kilograms
      FROM (${byProduct}) AS each
      JOIN products ON products.account_id = ${accountId} AND products.id = each.key GROUP BY 1, 2
    ) AS of_category JOIN (
      SELECT category AS key, status, count(*) AS count FROM (
        SELECT DISTINCT delivery.id, status, category
        FROM deliveries delivery
        JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
        JOIN products ON products.account_id = ${accountId} AND products.id = item.product_id
        WHERE ${condition} ${filter.ofLine ?? Prisma.empty}
      ) AS once GROUP BY 1, 2
    ) AS counted USING (key, status)`;
}

const NO_KILOGRAMS = Prisma.sql`0::numeric`;

const ORDERS = {
  count: Prisma.sql`all_count`,
  quantity: Prisma.sql`all_quantity`,
  value: Prisma.sql`all_value`,
};

/** Returns SQL for the id and names of a ranked key, after {@link joinNames}. */
export function namesOf(by: DeliveryRanking | 'reason'): Prisma.Sql {
  if (by === 'category' || by === 'reason') {
    return Prisma.sql`NULL::bigint AS id, ranked.key AS name, NULL::text AS supermarket_name`;
  }
  const market = by === 'branch' ? Prisma.sql`market.name` : Prisma.sql`NULL::text`;
  return Prisma.sql`ranked.key AS id, named.name, ${market} AS supermarket_name`;
}

/** Returns SQL that joins the names to `ranked`. */
export function joinNames(accountId: bigint, by: DeliveryRanking | 'reason'): Prisma.Sql {
  const named = (table: Prisma.Sql) =>
    Prisma.sql`JOIN ${table} AS named ON named.account_id = ${accountId} AND named.id = ranked.key`;
  switch (by) {
    case 'supermarket':
      return named(Prisma.sql`supermarkets`);
    case 'branch':
      return Prisma.sql`${named(Prisma.sql`branches`)}
        JOIN supermarkets AS market ON market.account_id = ${accountId} AND market.id = named.supermarket_id`;
    case 'product':
      return named(Prisma.sql`products`);
    default:
      return Prisma.empty;
  }
}

type DeliveryFigureRow<Key> = Key & {
  status: DeliveryStatus;
  count: bigint;
  quantity: Prisma.Decimal | bigint;
  value: Prisma.Decimal;
  kilograms: Prisma.Decimal;
};

/** Splits the rows into groups of one row per status. */
function groupsOf<Each>(rows: Each[]): Each[][] {
  const size = DELIVERY_STATUSES.length;
  return Array.from({ length: rows.length / size }, (_, group) =>
    rows.slice(group * size, (group + 1) * size),
  );
}

function figuresOf(group: DeliveryFigureRow<unknown>[]): DeliveryFigures {
  const byStatus = group.map(({ status, count, quantity, value, kilograms }) => ({
    status,
    count: Number(count),
    quantity: new Prisma.Decimal(String(quantity)),
    value,
    kilograms,
  }));
  const sumOf = (...statuses: DeliveryStatus[]) =>
    byStatus.filter(({ status }) => statuses.includes(status)).reduce(plus, NOTHING);
  const [completed, open] = [sumOf('completed'), sumOf(...OPEN)];
  return { ...plus(completed, open), completed, open, cancelled: sumOf('cancelled'), byStatus };
}

const ZERO = new Prisma.Decimal(0);
const NOTHING: DeliverySums = { count: 0, quantity: ZERO, value: ZERO, kilograms: ZERO };

function plus(one: DeliverySums, other: DeliverySums): DeliverySums {
  return {
    count: one.count + other.count,
    quantity: one.quantity.plus(other.quantity),
    value: one.value.plus(other.value),
    kilograms: one.kilograms.plus(other.kilograms),
  };
}

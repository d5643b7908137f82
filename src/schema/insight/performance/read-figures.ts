import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Places } from '../../core/list/places.ts';
import { type Interval, periodsOf } from '../analytics/range.ts';
import {
  type DeliveryRanking,
  joinNames,
  namesOf,
  type Period,
  type Rank,
} from '../analytics/read-deliveries.ts';
import type { Context } from '../../core/context.ts';
import { IS_UNTIMELY, isLate, type LineKey, measured } from './measured.ts';
import type { Performance } from './query.ts';

/** Figures of completed deliveries. Rates are null without deliveries, minutes without late ones. */
export interface PerformanceFigures {
  deliveries: number;
  onTimeCount: number;
  inFullCount: number;
  otifCount: number;
  orderedQuantity: Prisma.Decimal;
  missingQuantity: Prisma.Decimal;
  onTimeRate: Prisma.Decimal | null;
  inFullRate: Prisma.Decimal | null;
  otifRate: Prisma.Decimal | null;
  fillRate: Prisma.Decimal | null;
  lateMinutesMedian: Prisma.Decimal | null;
  lateMinutesP95: Prisma.Decimal | null;
  notTimelyRecorded: number;
}

/** The keys by which performance can be ranked. */
export type PerformanceRanking = DeliveryRanking | 'weekday';

/** Reads the figures of all deliveries, with one statement. */
export async function readTotal(context: Context, performance: Performance): Promise<PerformanceFigures> {
  const [row] = await runHeavily(
    () => context.db.$queryRaw<[FiguresRow]>`
    ${unprepared} WITH ${measured(performance)} SELECT ${figures(performance)} FROM measured`,
  );
  return figuresOf(row);
}

/** Reads the figures of the deliveries due in each period, with one statement. */
export async function readSeries(
  context: Context,
  performance: Performance,
  interval: Interval,
): Promise<Period<PerformanceFigures>[]> {
  const rows = await runHeavily(
    () => context.db.$queryRaw<(FiguresRow & { date: Date; starts_at: Date; ends_at: Date })[]>`
    ${unprepared} WITH ${measured(performance)}, period AS (${periodsOf(performance.range, interval)})
    SELECT date, starts_at, ends_at, ${figures(performance, Prisma.sql`measured.id`)}
    FROM period LEFT JOIN measured ON date_trunc(${interval}::text, delivery_date::timestamp) = date
    GROUP BY 1, 2, 3 ORDER BY 1`,
  );
  return rows.map((row) => ({
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    figures: figuresOf(row),
  }));
}

/** Reads the ranks of a ranking, most missed deliveries first, with one statement. */
export async function readRanking(
  context: Context,
  performance: Performance,
  { by, first, skip }: Places & { by: PerformanceRanking },
): Promise<Rank<PerformanceFigures>[]> {
  const { accountId } = performance;
  const rows = await runHeavily(
    () => context.db.$queryRaw<
      (FiguresRow & { id: bigint | null; name: string; supermarket_name: string | null })[]
    >`
    ${unprepared} WITH ${measured(performance, lineKeyOf(by))}, figures AS (
      SELECT ${KEYS[by]} AS key, ${figures(performance)} FROM measured GROUP BY 1
    ), ranked AS (SELECT * FROM figures ORDER BY ${ORDER}, key LIMIT ${first} OFFSET ${skip})
    SELECT ${by === 'weekday' ? WEEKDAY : namesOf(by)}, ranked.*
    FROM ranked ${by === 'weekday' ? Prisma.empty : joinNames(accountId, by)}
    ORDER BY ${ORDER}, ranked.key`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    supermarketName: row.supermarket_name,
    figures: figuresOf(row),
  }));
}

/** Counts the ranks of a ranking. */
export async function countPlaces(
  context: Context,
  performance: Performance,
  by: PerformanceRanking,
): Promise<number> {
  const [{ places }] = await runHeavily(
    () => context.db.$queryRaw<[{ places: number }]>`
    ${unprepared} WITH ${measured(performance, lineKeyOf(by))}
    SELECT count(DISTINCT ${KEYS[by]})::int AS places FROM measured`,
  );
  return places;
}

function lineKeyOf(by: PerformanceRanking): LineKey | undefined {
  return by === 'product' || by === 'category' ? by : undefined;
}

const ORDER = Prisma.sql`deliveries - otif DESC, deliveries DESC`;

const KEYS: Record<PerformanceRanking, Prisma.Sql> = {
  supermarket: Prisma.sql`supermarket_id`,
  branch: Prisma.sql`branch_id`,
  product: Prisma.sql`line_key`,
  category: Prisma.sql`line_key`,
  weekday: Prisma.sql`extract(isodow FROM delivery_date)::int`,
};

/** SQL for the name of a day of the week; 2024 began on a Monday. */
const WEEKDAY = Prisma.sql`NULL::bigint AS id, to_char(date '2023-12-31' + ranked.key, 'FMDay') AS name,
  NULL::text AS supermarket_name`;

/**
 * Returns SQL for the figures of a group of rows of `measured`; `counted` is null in rows without a delivery.
 */
function figures(performance: Performance, counted = Prisma.sql`1`): Prisma.Sql {
  const late = isLate(performance);
  const all = Prisma.sql`count(${counted})`;
  const onTime = Prisma.sql`count(*) FILTER (WHERE NOT ${late})`;
  const inFull = Prisma.sql`count(*) FILTER (WHERE missing = 0)`;
  const both = Prisma.sql`count(*) FILTER (WHERE NOT ${late} AND missing = 0)`;
  const minutes = (part: number) => Prisma.sql`
    round((percentile_cont(${part}) WITHIN GROUP (ORDER BY late_minutes) FILTER (WHERE ${late}))::numeric, 1)`;
  return Prisma.sql`
    ${all} AS deliveries, ${onTime} AS on_time, ${inFull} AS in_full, ${both} AS otif,
    coalesce(sum(ordered), 0)::numeric AS ordered, coalesce(sum(missing), 0)::numeric AS missing,
    ${share(onTime, all)} AS on_time_rate, ${share(inFull, all)} AS in_full_rate, ${share(both, all)} AS otif_rate,
    round(1 - sum(missing)::numeric / nullif(sum(ordered), 0), 6) AS fill_rate,
    ${minutes(0.5)} AS late_median, ${minutes(0.95)} AS late_p95,
    count(*) FILTER (WHERE ${IS_UNTIMELY}) AS untimely`;
}

function share(part: Prisma.Sql, whole: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`round(${part}::numeric / nullif(${whole}, 0), 6)`;
}

interface FiguresRow {
  deliveries: bigint;
  on_time: bigint;
  in_full: bigint;
  otif: bigint;
  ordered: Prisma.Decimal;
  missing: Prisma.Decimal;
  on_time_rate: Prisma.Decimal | null;
  in_full_rate: Prisma.Decimal | null;
  otif_rate: Prisma.Decimal | null;
  fill_rate: Prisma.Decimal | null;
  late_median: Prisma.Decimal | null;
  late_p95: Prisma.Decimal | null;
  untimely: bigint;
}

function figuresOf(row: FiguresRow): PerformanceFigures {
  return {
    deliveries: Number(row.deliveries),
    onTimeCount: Number(row.on_time),
    inFullCount: Number(row.in_full),
    otifCount: Number(row.otif),
    orderedQuantity: row.ordered,
    missingQuantity: row.missing,
    onTimeRate: row.on_time_rate,
    inFullRate: row.in_full_rate,
    otifRate: row.otif_rate,
    fillRate: row.fill_rate,
    lateMinutesMedian: row.late_median,
    lateMinutesP95: row.late_p95,
    notTimelyRecorded: Number(row.untimely),
  };
}

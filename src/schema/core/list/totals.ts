import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { MAX_EXACT_TOTAL } from '../limits.ts';
import { filterConditions } from './filters.ts';
import { capped, type FilteredList, sourceRows, listSourceOf } from './source.ts';

/** The columns to add up. */
export interface Sums {
  /** The number that a record counts as. */
  count: Prisma.Sql;
  quantity: Prisma.Sql;
  value: Prisma.Sql;
  /** The condition for cancelled records, and their weight, to add them up apart. */
  cancelled?: { is: Prisma.Sql; kilograms: Prisma.Sql };
}

/** Sums over the records of a list. */
export interface Totals {
  count: number;
  quantity: Prisma.Decimal;
  value: Prisma.Decimal;
  /** The sums of the cancelled records, if they are added up apart. */
  cancelled?: { count: number; quantity: Prisma.Decimal; value: Prisma.Decimal; kilograms: Prisma.Decimal };
}

type TotalsRow = Omit<Totals, 'cancelled'> & { records: number } & {
  [Name in keyof Required<Totals>['cancelled'] as `cancelled_${Name}`]: Required<Totals>['cancelled'][Name];
};

/**
 * Adds up the records that meet a filter, under the same conditions as their list, with one statement.
 * Returns null if there are too many to count exactly: the statement reads at most one more, so its cost does
 * not grow with the account.
 *
 * @throws AppError `validation_error`, `insufficient_scope`
 */
export async function totalsOf<Model extends Prisma.ModelName>(
  list: FilteredList<Model>,
  { count, quantity, value, cancelled }: Sums,
  context: Context,
  filter: object,
): Promise<Totals | null> {
  const source = await listSourceOf(list, context, filterConditions(list.filters, context, filter));
  const { is, kilograms } = cancelled ?? { is: Prisma.sql`false`, kilograms: Prisma.sql`0` };
  const columns = Prisma.sql`${count} AS counted, ${quantity} AS quantity, ${value} AS value, ${is} AS is_cancelled,
    ${kilograms} AS kilograms`;
  const [row] = await context.db.$queryRaw<[TotalsRow]>`
    ${source.filters.length > 0 ? unprepared : Prisma.empty}
    SELECT count(*)::int AS records, coalesce(sum(counted), 0)::int AS count,
           coalesce(sum(quantity), 0)::numeric AS quantity, coalesce(sum(value), 0) AS value,
           coalesce(sum(counted) FILTER (WHERE is_cancelled), 0)::int AS cancelled_count,
           coalesce(sum(quantity) FILTER (WHERE is_cancelled), 0)::numeric AS cancelled_quantity,
           coalesce(sum(value) FILTER (WHERE is_cancelled), 0) AS cancelled_value,
           coalesce(sum(kilograms) FILTER (WHERE is_cancelled), 0)::numeric AS cancelled_kilograms
    FROM ${capped(sourceRows(source), columns)}`;
  if (row.records > MAX_EXACT_TOTAL) return null;
  return {
    count: row.count,
    quantity: row.quantity,
    value: row.value,
    ...(cancelled && {
      cancelled: {
        count: row.cancelled_count,
        quantity: row.cancelled_quantity,
        value: row.cancelled_value,
        kilograms: row.cancelled_kilograms,
      },
    }),
  };
}

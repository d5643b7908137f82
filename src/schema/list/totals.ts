import { unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from './filters.ts';
import { capped, type FilteredList, MAX_EXACT_TOTAL, rowsOf, sourceOf } from './source.ts';

/** The columns to add up. */
export interface Sums {
  /** How much a record counts. */
  count: Prisma.Sql;
  quantity: Prisma.Sql;
  value: Prisma.Sql;
}

/** Sums over the records of a list. */
export interface Totals {
  count: number;
  quantity: Prisma.Decimal;
  value: Prisma.Decimal;
}

/**
 * Adds up the records that meet a filter, under the same conditions as their list, with one statement. Returns null if
 * there are too many to count exactly: the statement reads at most one more, so its cost does not grow with the
 * account.
 *
 * @throws AppError `validation_error`, `insufficient_scope`
 */
export async function totalsOf<Model extends Prisma.ModelName>(
  list: FilteredList<Model>,
  { count, quantity, value }: Sums,
  context: Context,
  filter: object,
): Promise<Totals | null> {
  const source = await sourceOf(list, context, conditionsOf(list.filters, context, filter));
  const columns = Prisma.sql`${count} AS counted, ${quantity} AS quantity, ${value} AS value`;
  const [{ records, ...totals }] = await context.db.$queryRaw<[Totals & { records: number }]>`
    ${source.filters.length > 0 ? unprepared : Prisma.empty}
    SELECT count(*)::int AS records, coalesce(sum(counted), 0)::int AS count,
           coalesce(sum(quantity), 0)::numeric AS quantity, coalesce(sum(value), 0) AS value
    FROM ${capped(rowsOf(source), columns)}`;
  return records > MAX_EXACT_TOTAL ? null : totals;
}

import type { Db } from '../../../database/connect.ts';
import { tableOf } from '../../../database/direct/compile-records.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { PothosTypes } from '../builder/builder.ts';
import { accountOf, type Context } from '../context.ts';
import { MAX_EXACT_TOTAL } from '../limits.ts';
import type { FilterCondition, Filters } from './filters.ts';
import type { Order } from './order.ts';

/**
 * A list of the records of one type. It can be read by numbered pages, `pageOf`, and by cursors,
 * `connectionOf`.
 */
export interface List<Model extends Prisma.ModelName = Prisma.ModelName> {
  model: Model;
  /** The orders that cursors offer; the first one is the default. */
  orders: Record<string, Order>;
  filters?: Filters;
  /** Returns the conditions of all records of the list, whatever the filters. */
  where?(context: Context): FilterCondition[];
}

/** A list that can be filtered. */
export interface FilteredList<Model extends Prisma.ModelName> extends List<Model> {
  filters: Filters;
}

/** A record of `model` with all selected fields. */
export type Row<Model extends Prisma.ModelName> = PothosTypes['PrismaTypes'][Model]['Shape'];

/** The records of a list: those of one type and account that meet all filters. */
export interface Source {
  model: Prisma.ModelName;
  accountId: bigint;
  filters: Prisma.Sql[];
}

/** Returns the caller's records of `list` that meet `filters`. */
export async function sourceOf(
  { model }: List,
  context: Context,
  conditions: readonly FilterCondition[],
): Promise<Source> {
  const filters = conditions.map(async (each) => (typeof each === 'function' ? each(context.db) : each));
  return { model, accountId: accountOf(context), filters: await Promise.all(filters) };
}

/** Returns SQL for the rows of a list that also meet the conditions `more`, to follow the SELECT list. */
export function rowsOf({ model, accountId, filters }: Source, more: Prisma.Sql[] = []): Prisma.Sql {
  const conditions = [Prisma.sql`account_id = ${accountId}`, ...more, ...filters];
  return Prisma.sql`FROM ${tableOf(model)} WHERE ${Prisma.join(conditions, ' AND ')}`;
}

/**
 * The limit is part of the statement's text: for a parameter, the planner would assume that it cuts off most
 * rows.
 */
const COUNTED = Prisma.raw(String(MAX_EXACT_TOTAL + 1));

/** Returns SQL for the number of `rows`, counted up to one more than the exact maximum. */
export function counted(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT count(*)::int FROM ${capped(rows)})`;
}

/** Returns SQL for `columns` of the `rows`, as a table of at most one row more than the exact maximum. */
export function capped(rows: Prisma.Sql, columns = Prisma.empty): Prisma.Sql {
  return Prisma.sql`(SELECT ${columns} ${rows} LIMIT ${COUNTED}) AS capped`;
}

/** Returns the number of rows that the planner estimates. */
export async function estimate(db: Db, rows: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }]>`
    EXPLAIN (FORMAT JSON) SELECT ${rows}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

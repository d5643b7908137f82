import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { type Db, unprepared } from '../database/connect.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Scope } from './api-key/scopes.ts';
import { builder, type PothosTypes } from './builder.ts';
import type { Context } from './context.ts';
import { accountOf } from './context.ts';
import { valid } from './valid.ts';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
const MAX_DEPTH = 100_000;
export const MAX_EXACT_TOTAL = 10_000;

/** One page of a list, newest first. */
export interface Page<Row> {
  items: Row[];
  page: number;
  perPage: number;
  total: number;
  /** Whether `total` is the planner's estimate, because counting would cost too much. */
  totalEstimated: boolean;
  hasMore: boolean;
}

export const pageNumber = z
  .int('must be an integer of at least 1')
  .min(1, 'must be an integer of at least 1');

export const perPage = z
  .int(`must be an integer from 1 to ${MAX_PER_PAGE}`)
  .min(1, `must be an integer from 1 to ${MAX_PER_PAGE}`)
  .max(MAX_PER_PAGE, `must be an integer from 1 to ${MAX_PER_PAGE}`);

/** Numbered pages end where reaching them would cost too much. */
export function isWithinDepth(page: number, size: number): boolean {
  return page * size <= MAX_DEPTH;
}

export const TOO_DEEP = `is too deep: page × per_page may be at most ${MAX_DEPTH}; narrow the list by its filters, or follow GraphQL's cursors`;

const PageInput = z
  .object({ page: pageNumber.default(1), perPage: perPage.default(DEFAULT_PER_PAGE) })
  .refine((input) => isWithinDepth(input.page, input.perPage), { error: TOO_DEEP, path: ['page'] });

/**
 * The page that `args` asks for, of the caller's rows in `table` that satisfy `filters`. Two
 * statements, three beyond the exact count; the cost does not grow with the account.
 *
 * @param load reads the rows with the given ids, newest first
 */
export async function pageOf<Row>(
  context: Context,
  args: { page?: number | null; perPage?: number | null },
  table: Prisma.Sql,
  filters: (Prisma.Sql | false)[],
  load: (ids: bigint[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { page, perPage: size } = valid(PageInput, {
    page: args.page ?? undefined,
    perPage: args.perPage ?? undefined,
  });
  const asked = filters.filter((sql) => sql !== false);
  const conditions = [Prisma.sql`account_id = ${accountOf(context)}`, ...asked];
  const matching = Prisma.sql`FROM ${table} WHERE ${Prisma.join(conditions, ' AND ')}`;
  const offset = (page - 1) * size;
  const [found] = await context.db.$queryRaw<[{ ids: bigint[]; total: bigint }]>`
    ${asked.length > 0 ? unprepared : Prisma.empty} SELECT ARRAY(SELECT id ${matching} ORDER BY id DESC LIMIT ${size + 1} OFFSET ${offset}) AS ids,
           (SELECT count(*) FROM (SELECT ${matching} LIMIT ${MAX_EXACT_TOTAL + 1}) AS capped) AS total`;

  const hasMore = found.ids.length > size;
  const ids = found.ids.slice(0, size);
  const totalEstimated = found.total > MAX_EXACT_TOTAL;
  const total = totalEstimated
    ? Math.max(await estimate(context.db, matching), offset + found.ids.length, MAX_EXACT_TOTAL + 1)
    : Number(found.total);
  const items = ids.length > 0 ? await load(ids) : [];
  return { items, page, perPage: size, total, totalEstimated, hasMore };
}

/** What loads the items of a page: the rows with these ids, newest first, and what of them is asked for. */
export function itemsOf(context: Context, info: GraphQLResolveInfo, ids: bigint[]) {
  return {
    ...queryFromInfo({ context, info, path: ['items'] }),
    where: { accountId: accountOf(context), id: { in: ids } },
    orderBy: { id: 'desc' as const },
  };
}

/** How many rows the planner thinks there are. */
export async function estimate(db: Db, matching: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }]>`
    EXPLAIN (FORMAT JSON) SELECT ${matching}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** Declares the GraphQL type of a page of `item`, granted by `scope`. */
export function pageType<Row>(name: string, item: ObjectRef<PothosTypes, Row>, scope: Scope) {
  return builder.objectRef<Page<Row>>(name).implement({
    description: 'One numbered page of a list, newest first.',
    authScopes: { scope },
    fields: (t) => ({
      items: t.expose('items', { type: [item] }),
      page: t.exposeInt('page'),
      perPage: t.exposeInt('perPage'),
      total: t.exposeInt('total', { description: `Exact up to ${MAX_EXACT_TOTAL}.` }),
      totalEstimated: t.exposeBoolean('totalEstimated', {
        description: "Whether `total` is the database planner's estimate.",
      }),
      hasMore: t.exposeBoolean('hasMore'),
    }),
  });
}

/** The arguments every numbered list takes. */
export const pageArgs = builder.args((t) => ({
  page: t.int({ required: false, defaultValue: 1 }),
  perPage: t.int({ required: false, defaultValue: DEFAULT_PER_PAGE }),
}));

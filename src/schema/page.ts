import type { ObjectRef } from '@pothos/core';
import { selectionOf } from '@provender/compiled-execution/pothos';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { Db } from '../database/connect.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Scope } from './api-key/scopes.ts';
import { builder, type PothosTypes } from './builder.ts';
import type { Context } from './context.ts';
import { accountOf } from './context.ts';
import { conditionsOf, type Filter } from './filter.ts';
import { MAX_EXACT_TOTAL, matching, readPage } from './read-page.ts';
import { DEFAULT_PER_PAGE, MAX_DEPTH, pageNumber, perPage } from './rules.ts';
import { valid } from './valid.ts';

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

/** Returns whether a numbered page is close enough to the start to be read at a reasonable cost. */
export function isWithinDepth(page: number, size: number): boolean {
  return page * size <= MAX_DEPTH;
}

export const TOO_DEEP = `is too deep: page × per_page may be at most ${MAX_DEPTH}; narrow the list by its filters, or follow GraphQL's cursors`;

const PageInput = z
  .object({ page: pageNumber.default(1), perPage: perPage.default(DEFAULT_PER_PAGE) })
  .refine((input) => isWithinDepth(input.page, input.perPage), { error: TOO_DEEP, path: ['page'] });

/** A record of `model` with all selected fields. */
export type Row<Model extends Prisma.ModelName> = PothosTypes['PrismaTypes'][Model]['Shape'];

/**
 * Returns the page of the caller's records of `model` that `args` and `filters` select. Takes one statement, and
 * another one beyond the exact count; the cost does not grow with the account.
 */
export async function pageOf<Model extends Prisma.ModelName>(
  context: Context,
  info: GraphQLResolveInfo,
  args: { page?: number | null; perPage?: number | null },
  model: Model,
  filters: Filter[],
): Promise<Page<Row<Model>>> {
  const { page, perPage: size } = valid(PageInput, {
    page: args.page ?? undefined,
    perPage: args.perPage ?? undefined,
  });
  const offset = (page - 1) * size;
  const asked = {
    model,
    accountId: accountOf(context),
    filters: await conditionsOf(filters, context.db),
    selection: selectionOf(context, info, [['items']]),
    size,
    offset,
  };
  const { items, hasMore, counted } = await readPage<Row<Model>>(context.db, asked);
  const totalEstimated = counted > MAX_EXACT_TOTAL;
  const total = totalEstimated
    ? Math.max(await estimate(context.db, matching(asked)), offset + items.length + Number(hasMore), counted)
    : counted;
  return { items, page, perPage: size, total, totalEstimated, hasMore };
}

/** Returns the number of rows that the planner estimates. */
export async function estimate(db: Db, matching: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }]>`
    EXPLAIN (FORMAT JSON) SELECT ${matching}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** Declares the GraphQL type of a page of `item`; it needs `scope`. */
export function pageType<Row>(name: string, item: ObjectRef<PothosTypes, Row>, scope: Scope) {
  return builder.objectRef<Page<Row>>(name).implement({
    description: 'A numbered page of a list, newest first.',
    authScopes: { scope },
    fields: (t) => ({
      items: t.expose('items', { type: [item] }),
      page: t.exposeInt('page'),
      perPage: t.exposeInt('perPage'),
      total: t.exposeInt('total', {
        description: `The number of items in the list, exact up to ${MAX_EXACT_TOTAL}.`,
      }),
      totalEstimated: t.exposeBoolean('totalEstimated', {
        description: 'Whether `total` is an estimate.',
      }),
      hasMore: t.exposeBoolean('hasMore'),
    }),
  });
}

/** The arguments of every numbered list. */
export const pageArgs = builder.args((t) => ({
  page: t.int({ required: false, defaultValue: 1 }),
  perPage: t.int({ required: false, defaultValue: DEFAULT_PER_PAGE }),
}));

import { selectionOf } from '@provender/compiled-execution/pothos';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { type Condition, conditionsOf } from '../filters.ts';
import { DEFAULT_PER_PAGE, MAX_DEPTH, pageNumber, perPage } from '../rules.ts';
import { valid } from '../valid.ts';
import { readPage } from './read-page.ts';
import { estimate, type List, MAX_EXACT_TOTAL, type Row, rowsOf, sourceOf } from './source.ts';

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

export const TOO_DEEP = `is too deep: page × per_page may be at most ${MAX_DEPTH}. Narrow the list by its filters, or follow GraphQL's cursors`;

const PageInput = z
  .object({ page: pageNumber.default(1), perPage: perPage.default(DEFAULT_PER_PAGE) })
  .refine((input) => isWithinDepth(input.page, input.perPage), { error: TOO_DEEP, path: ['page'] });

/**
 * Returns the page of `list` that the arguments and filters select. Takes one statement, and another one beyond the
 * exact count; the cost does not grow with the account.
 */
export async function pageOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: {
    args: { page?: number | null; perPage?: number | null; filter?: unknown };
    context: Context;
    info: GraphQLResolveInfo;
    /** Conditions besides the filters. */
    conditions?: Condition[];
  },
): Promise<Page<Row<Model>>> {
  const { args, context, info, conditions = [] } = request;
  const filters = list.filters ? conditionsOf(list.filters, context, args.filter) : [];
  const { page, perPage: size } = valid(PageInput, {
    page: args.page ?? undefined,
    perPage: args.perPage ?? undefined,
  });
  const offset = (page - 1) * size;
  const source = await sourceOf(list, context, [...conditions, ...filters]);
  const selection = selectionOf(context, info, [['items']]);
  const found = await readPage<Row<Model>>(context.db, { ...source, selection, size, offset });
  const { items, hasMore, counted } = found;
  const totalEstimated = counted > MAX_EXACT_TOTAL;
  const total = totalEstimated
    ? Math.max(await estimate(context.db, rowsOf(source)), offset + items.length + Number(hasMore), counted)
    : counted;
  return { items, page, perPage: size, total, totalEstimated, hasMore };
}

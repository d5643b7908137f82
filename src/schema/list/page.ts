import { selectionOf } from '@provender/compiled-execution/pothos';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from './filters.ts';
import { DEFAULT_PER_PAGE, MAX_DEPTH, pageNumber, perPage } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { BY_CREATION } from './order.ts';
import { NO_PARENT, readParts, type Window, type Within } from './read-parts.ts';
import { type List, type Row, sourceOf } from './source.ts';
import { finding } from '../noun/issues.ts';

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

export const TOO_DEEP = finding(
  'page_too_deep',
  `is too deep: page × per_page may be at most ${MAX_DEPTH}. Narrow the list by its filters, or follow GraphQL's cursors`,
  { max: MAX_DEPTH },
);

const PageInput = z
  .object({ page: pageNumber.default(1), perPage: perPage.default(DEFAULT_PER_PAGE) })
  .refine((input) => isWithinDepth(input.page, input.perPage), { ...TOO_DEEP, path: ['page'] });

/** Returns the page of `list` that the arguments and filters select: a window of it, newest first. */
export async function pageOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: {
    args: { page?: number | null; perPage?: number | null; filter?: unknown };
    context: Context;
    info: GraphQLResolveInfo;
    /** Set for a list within a record. */
    parent?: { id: bigint; within: Within };
  },
): Promise<Page<Row<Model>>> {
  const { args, context, info, parent } = request;
  const conditions = list.filters ? conditionsOf(list.filters, context, args.filter) : [];
  const { page, perPage: size } = valid(PageInput, {
    page: args.page ?? undefined,
    perPage: args.perPage ?? undefined,
  });
  const offset = (page - 1) * size;
  const source = { ...(await sourceOf(list, context, conditions)), within: parent?.within ?? null };
  const wanted = { places: true, records: selectionOf(context, info, [['items']]), total: true };
  const parents = [parent?.id ?? NO_PARENT];
  const [part] = await readParts<Row<Model>>(context.db, source, newest(size, offset), parents, wanted);
  const { items, hasMore, total } = part!;
  return {
    items: items.map(({ record }) => record!),
    page,
    perPage: size,
    total: total.isEstimated ? corrected(total.count, offset, items.length + Number(hasMore)) : total.count,
    totalEstimated: total.isEstimated,
    hasMore,
  };
}

/** Corrects an estimate by what a page shows: the list has at least its items, and ends before an empty one. */
function corrected(estimate: number, offset: number, seen: number): number {
  return seen === 0 ? Math.min(estimate, offset) : Math.max(estimate, offset + seen);
}

function newest(size: number, offset: number): Window {
  return { order: BY_CREATION.CREATED_DESC, size, offset, fromEnd: false, after: null, before: null };
}

import { z } from 'zod';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { DEFAULT_PER_PAGE, MAX_PAGED_RECORDS } from '../limits.ts';
import { finding } from '../noun/issues.ts';
import { pageNumber, perPage } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { BY_CREATION } from './order.ts';
import { type ListRequest, readList } from './read-list.ts';
import type { Window } from './read-parts.ts';
import type { Records } from './records.ts';
import type { List, Row } from './source.ts';

/** A page of a list, newest first. */
export interface Page<Row> {
  items: Records<Row>;
  page: number;
  perPage: number;
  total: number;
  /** Whether `total` is the planner's estimate, because counting would cost too much. */
  totalEstimated: boolean;
  hasMore: boolean;
}

/** Returns whether a numbered page is close enough to the start to be read at a reasonable cost. */
export function isWithinDepth(page: number, size: number): boolean {
  return page * size <= MAX_PAGED_RECORDS;
}

export const TOO_DEEP = finding(
  'page_too_deep',
  `is too deep: page × per_page may be at most ${MAX_PAGED_RECORDS}. Narrow the list by its filters, or follow GraphQL's cursors`,
  { max: MAX_PAGED_RECORDS },
);

const PageInput = z
  .object({ page: pageNumber.default(1), perPage: perPage.default(DEFAULT_PER_PAGE) })
  .refine((input) => isWithinDepth(input.page, input.perPage), { ...TOO_DEEP, path: ['page'] });

/** The path below a page that leads to its records. */
export const PAGE_PATHS = [['items']];

export interface PageArgs {
  page?: number | null;
  perPage?: number | null;
  filter?: unknown;
}

/** Returns the page of `list` that the arguments and filters select: a window of it, newest first. */
export async function pageOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: ListRequest<PageArgs>,
): Promise<Page<Row<Model>>> {
  const { window, part } = await readList(list, request, {
    windowOf: () => windowOf(request.args),
    wants: (names) => ({ records: names.has('items'), places: true, total: true }),
  });
  const { offset, size } = window;
  const { records, positions, hasMore, total } = part;
  return {
    items: records,
    page: offset / size + 1,
    perPage: size,
    total: total.isEstimated
      ? corrected(total.count, offset, positions.length + Number(hasMore))
      : total.count,
    totalEstimated: total.isEstimated,
    hasMore,
  };
}

/** Corrects an estimate: a list has at least the items of its page, and ends before an empty page. */
function corrected(estimate: number, offset: number, seen: number): number {
  return seen === 0 ? Math.min(estimate, offset) : Math.max(estimate, offset + seen);
}

function windowOf(args: PageArgs): Window {
  const { page, perPage: size } = valid(PageInput, {
    page: args.page ?? undefined,
    perPage: args.perPage ?? undefined,
  });
  const offset = (page - 1) * size;
  return { order: BY_CREATION.CREATED_DESC, size, offset, fromEnd: false, after: null, before: null };
}

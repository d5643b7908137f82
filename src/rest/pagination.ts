import { z } from 'zod';
import { DEFAULT_PER_PAGE, isWithinDepth, type Page, pageNumber, perPage, TOO_DEEP } from '../schema/page.ts';
import { integerParameter } from './query.ts';
import type { Payload } from './route.ts';

/** What lists answer beside `data`. */
export interface Pagination {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
  has_more: boolean;
  /** Present when `total` is an estimate. */
  total_estimated?: true;
}

/** A list's query: its filters, and which page. */
export function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z
    .strictObject({
      ...filters,
      page: integerParameter(pageNumber).optional(),
      per_page: integerParameter(perPage).optional(),
    })
    .superRefine((query, { addIssue }) => {
      const { page = 1, per_page = DEFAULT_PER_PAGE } = query as { page?: number; per_page?: number };
      if (!isWithinDepth(page, per_page)) addIssue({ code: 'custom', path: ['page'], message: TOO_DEEP });
    });
}

/** A page over REST, each item as `toItem` shows it. */
export function pageOf<Row>(page: Page<Row>, toItem: (row: Row) => unknown): Payload {
  return {
    data: page.items.map(toItem),
    pagination: {
      page: page.page,
      per_page: page.perPage,
      total: page.total,
      total_pages: Math.ceil(page.total / page.perPage),
      has_more: page.hasMore,
      ...(page.totalEstimated && { total_estimated: true }),
    },
  };
}

/** The Link header (RFC 8288) of a page of the list at `url`, which keeps its filters. */
export function linksOf(url: URL, pagination: Pagination): string {
  const { page, per_page, total_pages, has_more, total_estimated } = pagination;
  const links = [link('first', 1)];
  // From beyond the end it leads back to what there is.
  if (page > 1) links.push(link('prev', Math.max(1, Math.min(page - 1, total_pages))));
  if (has_more && isWithinDepth(page + 1, per_page)) links.push(link('next', page + 1));
  if (!total_estimated && total_pages > 0) links.push(link('last', total_pages));
  return links.join(', ');

  function link(rel: string, to: number): string {
    const target = new URL(url);
    target.searchParams.set('page', String(to));
    target.searchParams.set('per_page', String(per_page));
    return `<${target.href}>; rel="${rel}"`;
  }
}

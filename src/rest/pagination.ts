import { z } from 'zod';
import { MAX_EXACT_TOTAL } from '../schema/core/limits.ts';
import { isWithinDepth, type Page } from '../schema/core/list/page.ts';
import { figure, pageNumber, perPage } from '../schema/core/noun/rules.ts';

/** The pagination of a list, beside `data`. */
export const Pagination = z
  .strictObject({
    page: pageNumber.describe('The number of this page, from 1.'),
    per_page: perPage.describe('The maximum number of records on a page.'),
    total: z
      .int()
      .min(0)
      .describe(`The number of records in the list, exact up to ${figure(MAX_EXACT_TOTAL)}.`),
    total_pages: z.int().min(0).describe('The number of pages.'),
    has_more: z.boolean().describe('Whether there is a next page.'),
    total_estimated: z.literal(true).optional().describe('Present if `total` is an estimate.'),
  })
  .meta({
    id: 'Pagination',
    description: 'The position of a page in its list.',
    examples: [{ page: 1, per_page: 20, total: 1, total_pages: 1, has_more: false }],
  });

export type Pagination = z.output<typeof Pagination>;

/** Returns the pagination of a page. */
export function paginationOf(page: Omit<Page<unknown>, 'items'>): Pagination {
  return {
    page: page.page,
    per_page: page.perPage,
    total: page.total,
    total_pages: Math.ceil(page.total / page.perPage),
    has_more: page.hasMore,
    ...(page.totalEstimated && { total_estimated: true as const }),
  };
}

/** In characters. Clients refuse responses with more than 16 KiB of headers. */
const MAX_LINKS = 8_000;

/**
 * Returns the Link header (RFC 8288) of a page of the list at `address`, keeping the `filters`. If they are
 * long, it has only the next page; empty if they are longer still.
 */
export function linksOf(address: string, filters: Record<string, string>, pagination: Pagination): string {
  const { page, per_page, total_pages, has_more, total_estimated } = pagination;
  const query = new URLSearchParams(filters);
  const next = has_more && isWithinDepth(page + 1, per_page) ? [link('next', page + 1)] : [];
  const links = [link('first', 1)];
  // Beyond the end it links back to the last page.
  if (page > 1) links.push(link('prev', Math.max(1, Math.min(page - 1, total_pages))));
  links.push(...next);
  if (!total_estimated && total_pages > 0) links.push(link('last', total_pages));
  return [links, next].map((each) => each.join(', ')).find(({ length }) => length <= MAX_LINKS) ?? '';

  function link(rel: string, to: number): string {
    query.set('page', String(to));
    query.set('per_page', String(per_page));
    return `<${address}?${query.toString()}>; rel="${rel}"`;
  }
}

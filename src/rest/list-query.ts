import { z } from 'zod';
import { DEFAULT_PER_PAGE, MAX_PAGED_RECORDS } from '../schema/core/limits.ts';
import { type AnyFilter, type Filters, inOrder } from '../schema/core/list/filters.ts';
import { ID, INTEGER, TIME } from '../schema/core/noun/kinds.ts';
import { isWithinDepth, TOO_DEEP } from '../schema/core/list/page.ts';
import { restNameOf } from '../schema/core/noun/names.ts';
import { figure, pageNumber, perPage } from '../schema/core/noun/rules.ts';
import { integerParameter, parameter, timeParameter } from './query.ts';
import type { Taken } from './shape.ts';
import { issueOf } from '../schema/core/noun/issues.ts';

/** The variables of an operation that reads a numbered page. */
interface PageVariables {
  page?: number | undefined;
  perPage?: number | undefined;
  filter: object;
}

const NO_FILTERS: Filters['all'] = {};

/** Returns the query of a list: its filters and the page. */
export function listQuery(filters?: Filters): Taken<PageVariables> {
  const all = filters?.all ?? NO_FILTERS;
  const offered = Object.entries(all).filter(([, { inRest }]) => inRest);
  const rules = offered.map(([name, filter]) => [restNameOf(name), filterRule(filter).optional()] as const);
  const paged = z
    .strictObject({
      ...Object.fromEntries(rules),
      page: integerParameter(pageNumber)
        .optional()
        .meta({ description: 'The number of the page.', default: 1 }),
      per_page: integerParameter(perPage)
        .optional()
        .meta({
          description: `The number of records on a page. \`page\` × \`per_page\` must not exceed ${figure(MAX_PAGED_RECORDS)}.`,
          default: DEFAULT_PER_PAGE,
        }),
    })
    .superRefine((query, { addIssue }) => {
      const { page = 1, per_page = DEFAULT_PER_PAGE } = query;
      if (!isWithinDepth(page, per_page)) addIssue(issueOf(TOO_DEEP.params, ['page']));
    });
  const schema = inOrder(all, paged, restNameOf).meta({ describedBy: filters?.type });
  const members = offered.map(([name, { kind }]) => ({ name, from: restNameOf(name), kind }));
  return {
    schema,
    toGraphQL(values) {
      const query = values as Record<string, unknown>;
      const filter: Record<string, unknown> = {};
      for (const { name, from, kind } of members) {
        const value = query[from];
        filter[name] = value !== undefined && kind.toGraphQL ? kind.toGraphQL(value as never) : value;
      }
      return { page: query.page as number, perPage: query.per_page as number, filter };
    },
  };
}

/** Returns whether a request names neither a page nor a filter. */
export function isWholeList({ page, perPage, filter }: PageVariables): boolean {
  return [page, perPage, ...Object.values(filter)].every((value) => value === undefined);
}

/** Returns the rule for a filter as a query parameter. */
function filterRule({ kind, rule }: AnyFilter): z.ZodType {
  if (kind === ID) return integerParameter(ID.restRule);
  if (kind === TIME) return timeParameter.pipe(rule as never);
  return kind === INTEGER ? integerParameter(rule as never) : parameter.pipe(rule as never);
}

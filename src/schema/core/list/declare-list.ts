import type { InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Query } from '../../../database/direct/selection.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Scope } from '../caller/scopes.ts';
import { builder, type PothosTypes } from '../builder/builder.ts';
import type { Context } from '../context.ts';
import { MAX_EXACT_TOTAL } from '../limits.ts';
import { figure } from '../noun/rules.ts';
import { filterType } from './filters-graphql.ts';
import { costing } from './list-size.ts';
import { CONNECTION_PATHS, type ConnectionArgs, connectionOf } from './connection.ts';
import { connectionType, CreationOrder, filteredArgs, pageArgs, pageType } from './graphql.ts';
import { orderEnum } from './order.ts';
import { PAGE_PATHS, type PageArgs, pageOf } from './page.ts';
import type { Within } from './read-parts.ts';
import { type FilteredList, type Row } from './source.ts';
import { type Sums, totalsOf } from './totals.ts';

/** The parameters of a list's resolver. */
type Resolving<Args, Root = unknown> = [
  selection: Query,
  root: Root,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
];

/** The cost of totals in points: the rows of ten pages are read, but not returned. */
const TOTALS_COST = 10;

/**
 * Declares the GraphQL types of a list of `type`, named after `name`, and returns its fields: by cursor, by
 * numbered pages, and within other records.
 */
export function declareList<Model extends Prisma.ModelName>(
  name: string,
  type: ObjectRef<PothosTypes, object>,
  scope: Scope,
  list: FilteredList<Model>,
) {
  const authScopes = { scope };
  const item = type as ObjectRef<PothosTypes, Row<Model>>;
  const Filter = filterType(list.filters);
  const Connection = connectionType(name, item, authScopes);
  const Page = pageType(`${name}Page`, item, scope);
  const args = filteredArgs(Filter, orderEnum(`${name}Order`, list.orders), 'CREATED_DESC');
  const argsWithin = filteredArgs(Filter, CreationOrder, 'CREATED_DESC');
  const argsOfTotals = builder.args((t) => ({ filter: t.field({ type: Filter }) }));
  const argsOfPage = builder.args((t) => ({ ...pageArgs, filter: t.field({ type: Filter }) }));
  return {
    byCursor: {
      type: Connection,
      description: `Lists ${list.filters.items} by cursor.`,
      authScopes,
      args,
      paths: CONNECTION_PATHS,
      resolve: (...[selection, , args, context, info]: Resolving<ConnectionArgs>) =>
        connectionOf(list, { args, context, info, selection }),
    },
    byPage: {
      type: Page,
      authScopes,
      args: argsOfPage,
      paths: PAGE_PATHS,
      resolve: (...[selection, , args, context, info]: Resolving<PageArgs>) =>
        pageOf(list, { args, context, info, selection }),
    },
    /**
     * Returns the field that adds up columns of the items.
     *
     * @param defaults filters that apply unless the request sets them
     */
    totals: (items: string, sums: Sums, defaults: object = {}) => ({
      authScopes,
      description: `Adds up the ${items} that match the filter. Null if more than ${figure(MAX_EXACT_TOTAL)} match.`,
      nullable: true as const,
      ...costing(TOTALS_COST),
      args: argsOfTotals,
      resolve: (_root: unknown, { filter }: InputShapeFromFields<typeof argsOfTotals>, context: Context) =>
        totalsOf(list, sums, context, withDefaults(filter, defaults)),
    }),
    /** Returns the field of a record that lists the items which `within` selects. */
    within: (within: Within, description: string) => ({
      type: Connection,
      description,
      authScopes,
      args: argsWithin,
      paths: CONNECTION_PATHS,
      resolve: (...[selection, { id }, args, context, info]: Resolving<ConnectionArgs, { id: bigint }>) =>
        connectionOf(list, { args, context, info, selection, parent: { id, within } }),
    }),
  };
}

/**
 * Returns the filters of the request with the defaults. In GraphQL, null is the same as leaving a filter out.
 */
function withDefaults(filter: object | null | undefined, defaults: object): object {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value != null);
  return { ...defaults, ...Object.fromEntries(given) };
}

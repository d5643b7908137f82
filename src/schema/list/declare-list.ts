import type { InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../caller/scopes.ts';
import { builder, type PothosTypes } from '../builder/builder.ts';
import type { Context } from '../context.ts';
import { needsOf } from '@provender/compiled-execution/pothos';
import { filterType } from './filters-graphql.ts';
import { scopesOfFilters } from './filters.ts';
import { costing } from './list-size.ts';
import { connectionOf, type ListRequest } from './connection.ts';
import { connectionType, CreationOrder, filteredArgs, pageArgs, pageType } from './graphql.ts';
import { orderEnum } from './order.ts';
import { pageOf } from './page.ts';
import type { Within } from './read-parts.ts';
import { figure } from '../noun/rules.ts';
import { type FilteredList, MAX_EXACT_TOTAL, type Row } from './source.ts';
import { type Sums, totalsOf } from './totals.ts';

/** In points: the rows of ten pages are read, but not returned. */
const TOTALS_COST = 10;

/**
 * Declares the GraphQL types of a list of `type`, named after `name`, and returns its fields: by cursor, by numbered
 * pages, and within other records.
 */
export function declareList<Model extends Prisma.ModelName>(
  name: string,
  type: ObjectRef<PothosTypes, object>,
  scope: Scope,
  list: FilteredList<Model>,
) {
  const common = { authScopes: { scope }, extensions: needsOf({ filter: scopesOfFilters(list.filters) }) };
  const item = type as ObjectRef<PothosTypes, Row<Model>>;
  const Filter = filterType(list.filters);
  const Connection = connectionType(name, item, scope);
  const Page = pageType(`${name}Page`, item, scope);
  const args = filteredArgs(Filter, orderEnum(`${name}Order`, list.orders), 'CREATED_DESC');
  const argsWithin = filteredArgs(Filter, CreationOrder, 'CREATED_DESC');
  const argsOfTotals = builder.args((t) => ({ filter: t.field({ type: Filter }) }));
  const argsOfPage = builder.args((t) => ({ ...pageArgs, filter: t.field({ type: Filter }) }));
  return {
    byCursor: {
      type: Connection,
      ...common,
      args,
      resolve: (_root: unknown, args: ListRequest['args'], context: Context, info: GraphQLResolveInfo) =>
        connectionOf(list, { args, context, info }),
    },
    byPage: {
      type: Page,
      ...common,
      args: argsOfPage,
      resolve: (
        _root: unknown,
        args: InputShapeFromFields<typeof argsOfPage>,
        context: Context,
        info: GraphQLResolveInfo,
      ) => pageOf(list, { args, context, info }),
    },
    /**
     * Returns the field that adds up columns of the items.
     *
     * @param defaults filters that hold unless the caller gives them
     */
    totals: (items: string, sums: Sums, defaults: object = {}) => ({
      ...common,
      description: `Adds up the ${items} that match the filter. Null if more than ${figure(MAX_EXACT_TOTAL)} match.`,
      nullable: true as const,
      extensions: { ...common.extensions, ...costing(TOTALS_COST).extensions },
      args: argsOfTotals,
      resolve: (_root: unknown, { filter }: InputShapeFromFields<typeof argsOfTotals>, context: Context) =>
        totalsOf(list, sums, context, withDefaults(filter, defaults)),
    }),
    /** Returns the field that lists the items which `within` ties to its record. */
    within: (within: Within) => ({
      type: Connection,
      ...common,
      args: argsWithin,
      resolve: (
        { id }: { id: bigint },
        args: ListRequest['args'],
        context: Context,
        info: GraphQLResolveInfo,
      ) => connectionOf(list, { args, context, info, parent: { id, within } }),
    }),
  };
}

/** In GraphQL, null is the same as leaving a filter out. */
function withDefaults(filter: object | null | undefined, defaults: object): object {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value != null);
  return { ...defaults, ...Object.fromEntries(given) };
}

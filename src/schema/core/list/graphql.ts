import type { EnumRef, InputType, ObjectRef } from '@pothos/core';
import type { Scope } from '../caller/scopes.ts';
import { builder, type PothosTypes } from '../builder/builder.ts';
import { DEFAULT_PER_PAGE, MAX_EXACT_TOTAL, MAX_PER_PAGE } from '../limits.ts';
import { type Connection, type Edge, edgesOf, type PageInfo as Info, pageInfoOf } from './connection.ts';
import { BY_CREATION, orderEnum } from './order.ts';
import type { Page } from './page.ts';

/** The cursors of a part of a list. */
export const PageInfoRef = builder.objectRef<Info>('PageInfo').implement({
  description: 'The cursors of a part of a list, and whether more items follow.',
  authScopes: { account: true },
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether items follow. When reading backward: whether `before` was given.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether items precede. When reading forward: whether `after` was given.',
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'The cursor of the first item, for `before`; null when there are no items.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'The cursor of the last item, for `after`; null when there are no items.',
    }),
  }),
});

/** The arguments of every list that is read by cursor. */
export const connectionArgs = builder.args((t) => ({
  first: t.int({
    description: `Returns the first n items (1–${MAX_PER_PAGE}, default ${DEFAULT_PER_PAGE}), from the start of the list or after \`after\`.`,
  }),
  after: t.string({ description: 'Returns items after this cursor.' }),
  last: t.int({
    description: `Returns the last n items (1–${MAX_PER_PAGE}), from the end of the list or before \`before\`. Cannot be combined with \`first\`.`,
  }),
  before: t.string({ description: 'Returns items before this cursor.' }),
}));

/** Returns the additional arguments of a list that is filtered and ordered. */
export function filteredArgs<Filter extends InputType<PothosTypes>, Order extends string>(
  filter: Filter,
  order: EnumRef<PothosTypes, Order>,
  defaultOrder: NoInfer<Order>,
) {
  return builder.args((t) => ({
    ...connectionArgs,
    filter: t.field({ type: filter }),
    orderBy: t.field({ type: order, defaultValue: defaultOrder }),
  }));
}

/** The order of lists without an order of their own. */
export const CreationOrder = orderEnum('CreationOrder', BY_CREATION);

/** Declares the GraphQL types of a connection of `item`, which need the same permissions as the list. */
export function connectionType<Row>(
  name: string,
  item: ObjectRef<PothosTypes, Row>,
  authScopes: Partial<PothosTypes['AuthScopes']>,
) {
  const ItemEdge = builder.objectRef<Edge<Row>>(`${name}Edge`).implement({
    authScopes,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'The position of the item, for `after` and `before` in the same order of the list.',
      }),
      node: t.expose('node', { type: item }),
    }),
  });
  return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
    description: 'A part of a list, read by cursor.',
    authScopes,
    fields: (t) => ({
      nodes: t.field({ type: [item], resolve: ({ part }) => part.records }),
      edges: t.field({ type: [ItemEdge], resolve: edgesOf }),
      pageInfo: t.field({ type: PageInfoRef, resolve: pageInfoOf }),
      totalCount: t.int({
        description: `The number of items that match the filter, exact up to ${MAX_EXACT_TOTAL}.`,
        resolve: ({ part }) => part.total.count,
      }),
      totalCountEstimated: t.boolean({
        description: 'Whether `totalCount` is an estimate.',
        resolve: ({ part }) => part.total.isEstimated,
      }),
    }),
  });
}

/** Declares the GraphQL type of a page of `item`; it needs `scope`. */
export function pageType<Row>(name: string, item: ObjectRef<PothosTypes, Row>, scope: Scope) {
  return builder.objectRef<Page<Row>>(name).implement({
    description: 'A numbered page of a list, newest first.',
    authScopes: { scope },
    fields: (t) => ({
      items: t.field({ type: [item], resolve: ({ items }) => items }),
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

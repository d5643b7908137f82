import DataLoader from 'dataloader';
import { selectionOf } from '@provender/compiled-execution/pothos';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { tableOf } from '../../database/direct/compile-records.ts';
import type { Selection } from '../../database/direct/selection.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from '../filters.ts';
import { DEFAULT_PER_PAGE, perPage } from '../rules.ts';
import { valid } from '../valid.ts';
import { cursorOf, cursorOfPlace, type Place } from './cursor.ts';
import {
  type Item,
  NO_PARENT,
  readSlices,
  readTotals,
  type Slice,
  type SourceWithin,
  type Total,
  type Window,
  type Within,
} from './read-slices.ts';
import { type List, type Row, sourceOf } from './source.ts';

/** The selection paths under a connection that lead to its records. */
const RECORDS = [['nodes'], ['edges', 'node']];

/** A parsed request for a list. */
export interface ListRequest {
  args: {
    first?: number | null;
    after?: string | null;
    last?: number | null;
    before?: string | null;
    orderBy?: string | null;
    filter?: unknown;
  };
  context: Context;
  info: GraphQLResolveInfo;
  /** Set for a list within a record: the record's id, and the condition that ties the list to it. */
  parent?: { id: bigint; within: Within };
}

export interface Edge<Row> {
  cursor: string;
  node: Row;
}

export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** A part of a list; each property is read only when it is selected. */
export interface Connection<Row> {
  edges(): Promise<Edge<Row>[]>;
  nodes(): Promise<Row[]>;
  pageInfo(): Promise<PageInfo>;
  total(): Promise<Total>;
}

/** Returns the part of `list` that the arguments select. The lists of all records in a query are read together. */
export function connectionOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: ListRequest,
): Connection<Row<Model>> {
  const { context, info } = request;
  const { window, places, records, totals } = loadersAt<Row<Model>>(list, request);
  const parent = request.parent?.id ?? NO_PARENT;
  const cursor = ({ position }: Item<unknown>) => cursorOf(window, position);
  let withRecords: Promise<Slice<Row<Model>>> | undefined;
  // Computed for each parent's list, because the selection also records what its rows were loaded with.
  const slice = () =>
    (withRecords ??= records.load({ parent, selection: selectionOf(context, info, RECORDS) }));

  return {
    edges: async () => (await slice()).items.map((item) => ({ cursor: cursor(item), node: item.record! })),
    nodes: async () => (await slice()).items.map(({ record }) => record!),
    async pageInfo() {
      // By then every resolver that needs the records has added its selection.
      await Promise.resolve();
      const { items, hasMore } = await (withRecords ?? places.load(parent));
      const [start, end] = [items[0], items.at(-1)];
      return {
        hasNextPage: window.fromEnd ? window.before !== null : hasMore,
        hasPreviousPage: window.fromEnd ? hasMore : window.after !== null,
        startCursor: start ? cursor(start) : null,
        endCursor: end ? cursor(end) : null,
      };
    },
    total: () => totals.load(parent),
  };
}

interface Loaders<Row> {
  window: Window & { list: string };
  /** Reads positions only, without records. */
  places: DataLoader<bigint, Slice<Row>>;
  records: DataLoader<{ parent: bigint; selection: Selection }, Slice<Row>>;
  totals: DataLoader<bigint, Total>;
}

/** Keyed by execution, then by the position in its response. */
const begun = new WeakMap<object, Map<string, Loaders<unknown>>>();

/** Returns the loaders shared by all lists at one position of a response; these have the same arguments. */
function loadersAt<Row>(list: List, request: ListRequest): Loaders<Row> {
  // There is one such object per execution; the context can serve several.
  const execution = request.info.variableValues;
  const places = begun.get(execution) ?? new Map<string, Loaders<unknown>>();
  begun.set(execution, places);
  const place = placeOf(request.info.path);
  const loaders = (places.get(place) as Loaders<Row> | undefined) ?? loadersOf(list, request);
  places.set(place, loaders);
  return loaders;
}

/** Returns a path such as `Query.supermarkets SupermarketConnection.nodes Supermarket.deliveries`, without indexes. */
function placeOf({ prev, key, typename }: GraphQLResolveInfo['path']): string {
  if (typeof key === 'number') return prev ? placeOf(prev) : '';
  // Records of several types can be at one position, each with its own lists.
  const own = `${typename}.${key}`;
  return prev ? `${placeOf(prev)} ${own}` : own;
}

function loadersOf<Row>(list: List, request: ListRequest): Loaders<Row> {
  const { args, context, parent } = request;
  const { db } = context;
  const window = windowOf(list, args);
  const conditions = list.filters ? conditionsOf(list.filters, context, args.filter) : [];
  let source: Promise<SourceWithin> | undefined;
  // Evaluated once for all reads of the list.
  const withinParent = () =>
    (source ??= sourceOf(list, context, conditions).then((all) => ({
      ...all,
      within: parent?.within ?? null,
    })));
  return {
    window,
    places: loader(async (parents) => readSlices(db, await withinParent(), window, parents)),
    records: loader(async (keys) => {
      const parents = keys.map((key) => key.parent);
      return readSlices(db, await withinParent(), window, parents, keys[0]!.selection);
    }),
    totals: loader(async (parents) => readTotals(db, await withinParent(), parents)),
  };
}

/** Returns a loader that batches its keys. It caches nothing, because a subscription reads again. */
function loader<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>) {
  return new DataLoader<Key, Value>(read, { cache: false });
}

function windowOf(
  list: List,
  { orderBy, first, after, last, before }: ListRequest['args'],
): Window & { list: string } {
  const order = orderBy == null ? Object.values(list.orders)[0]! : list.orders[orderBy]!;
  const place = { list: tableOf(list.model).sql, order };
  const cursors = valid(argumentsOf(place), { first, after, last, before });
  return {
    ...place,
    size: last ?? first ?? DEFAULT_PER_PAGE,
    fromEnd: last != null,
    after: cursors.after ?? null,
    before: cursors.before ?? null,
  };
}

/** Schemas are cached per order of each list: creating one takes longer than reading a short list. */
const known = new Map<string, ReturnType<typeof schemaOf>>();

function argumentsOf(place: Place) {
  const key = `${place.list} ${place.order.name}`;
  if (!known.has(key)) known.set(key, schemaOf(place));
  return known.get(key)!;
}

function schemaOf(place: Place) {
  const cursor = cursorOfPlace(place).nullish();
  return z
    .object({ first: perPage.nullish(), after: cursor, last: perPage.nullish(), before: cursor })
    .refine(({ first, last }) => first == null || last == null, {
      error: 'must not be combined with first',
      path: ['last'],
    });
}

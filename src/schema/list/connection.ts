import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import { selectionOf } from '@provender/compiled-execution/pothos';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { tableOf } from '../../database/direct/compile-records.ts';
import type { Selection } from '../../database/direct/selection.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from './filters.ts';
import { DEFAULT_PER_PAGE, perPage } from '../noun/rules.ts';
import { selectedNames } from './selections.ts';
import { valid } from '../noun/valid.ts';
import { cursorOf, cursorOfPlace, type Place } from './cursor.ts';
import { NO_PARENT, type Part, readParts, type Window, type Within } from './read-parts.ts';
import { type List, type Row, sourceOf } from './source.ts';
import { finding } from '../noun/issues.ts';

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

/** A part of a list, with what the request selects of it. */
export interface Connection<Row> {
  window: Window & Place;
  part: Part<Row>;
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

/** Returns the part of `list` that the arguments select. The lists of all records in a query are read together. */
export async function connectionOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: ListRequest,
): Promise<Connection<Row<Model>>> {
  const { context, info, parent } = request;
  const { window, parts, hasRecords } = readingOf<Row<Model>>(list, request);
  // Computed for each parent's list, because the selection also records what its rows were loaded with.
  const selection = hasRecords ? selectionOf(context, info, RECORDS) : undefined;
  return { window, part: await parts.load({ parent: parent?.id ?? NO_PARENT, selection }) };
}

/** Returns the items with their cursors. */
export function edgesOf<Row>({ window, part }: Connection<Row>): Edge<Row>[] {
  return part.items.map(({ position, record }) => ({ cursor: cursorOf(window, position), node: record! }));
}

/** Returns the records. */
export function nodesOf<Row>({ part }: Connection<Row>): Row[] {
  return part.items.map(({ record }) => record!);
}

/** Returns the cursors of the part, and whether the list goes on beyond it. */
export function pageInfoOf({ window, part: { items, hasMore } }: Connection<unknown>): PageInfo {
  const [start, end] = [items[0], items.at(-1)];
  return {
    hasNextPage: window.fromEnd ? window.before !== null : hasMore,
    hasPreviousPage: window.fromEnd ? hasMore : window.after !== null,
    startCursor: start ? cursorOf(window, start.position) : null,
    endCursor: end ? cursorOf(window, end.position) : null,
  };
}

/** A list that is being read at one place of a response, with the same arguments in each parent. */
interface Reading<Row> {
  /** The list, or what ties it to its parent. */
  of: List | Within;
  args: ListRequest['args'];
  nodes: readonly FieldNode[];
  window: Window & Place;
  /** Whether the selection has records. */
  hasRecords: boolean;
  parts: DataLoader<{ parent: bigint; selection: Selection | undefined }, Part<Row>>;
}

/** The lists that were begun to read for a context, by the first node of their field. */
const begun = new WeakMap<Context, WeakMap<FieldNode, Reading<unknown>[]>>();

/** Returns the reading that all lists at one place of a response share. */
function readingOf<Row>(list: List, request: ListRequest): Reading<Row> {
  const { context, info, args, parent } = request;
  const places = begun.get(context) ?? new WeakMap<FieldNode, Reading<unknown>[]>();
  begun.set(context, places);
  const node = info.fieldNodes[0]!;
  const here = places.get(node) ?? [];
  places.set(node, here);
  // A fragment can be spread at several places, and a context can serve executions with other variables.
  const known = here.find(
    (each) =>
      each.of === (parent?.within ?? list) &&
      each.nodes.length === info.fieldNodes.length &&
      each.nodes.every((own, index) => own === info.fieldNodes[index]) &&
      isDeepStrictEqual(each.args, args),
  );
  if (known) return known as Reading<Row>;
  const reading = startReading<Row>(list, request);
  here.push(reading);
  return reading;
}

function startReading<Row>(list: List, { args, context, info, parent }: ListRequest): Reading<Row> {
  const window = windowOf(list, args);
  const filters = list.filters ? conditionsOf(list.filters, context, args.filter) : [];
  const conditions = [...(list.where?.(context) ?? []), ...filters];
  const names = selectedNames(info);
  const hasRecords = names.has('nodes') || names.has('edges');
  const places = hasRecords || names.has('pageInfo');
  const total = names.has('totalCount') || names.has('totalCountEstimated');
  const read = async (keys: readonly { parent: bigint; selection: Selection | undefined }[]) => {
    const source = { ...(await sourceOf(list, context, conditions)), within: parent?.within ?? null };
    const parents = keys.map((key) => key.parent);
    return readParts<Row>(context.db, source, window, parents, {
      places,
      total,
      records: keys[0]!.selection,
    });
  };
  // Caches nothing, because a subscription reads again.
  const parts = new DataLoader(read, { cache: false });
  return { of: parent?.within ?? list, args, nodes: info.fieldNodes, window, hasRecords, parts };
}

function windowOf(list: List, { orderBy, first, after, last, before }: ListRequest['args']): Window & Place {
  const order = orderBy == null ? Object.values(list.orders)[0]! : list.orders[orderBy]!;
  const place = { list: tableOf(list.model).sql, order };
  const cursors = valid(argumentsOf(place), { first, after, last, before });
  return {
    ...place,
    size: last ?? first ?? DEFAULT_PER_PAGE,
    offset: 0,
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
      ...finding('not_with', 'must not be combined with first', { other: 'first' }),
      path: ['last'],
    });
}

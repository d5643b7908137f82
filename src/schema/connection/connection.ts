import { queryFromInfo } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { DEFAULT_PER_PAGE, perPage } from '../page.ts';
import { valid } from '../valid.ts';
import { cursorOf, cursorOfPlace, type Position } from './cursor.ts';
import type { Order } from './order.ts';
import {
  NO_PARENT,
  readSlices,
  readTotals,
  type Selection,
  type Slice,
  type Total,
  type Window,
  type Within,
} from './read.ts';

/** Records that are listed by cursors. */
export interface List<Row> {
  table: Prisma.Sql;
  /** The first is the one that is used unless another is asked for. */
  orders: Record<string, Order>;
  load(context: Context, query: Query): Promise<Row[]>;
}

type Query = ReturnType<typeof selectionOf> & { where: { accountId: bigint; id: { in: bigint[] } } };

/** What of a list is asked for. */
export interface Asked {
  args: {
    first?: number | null;
    after?: string | null;
    last?: number | null;
    before?: string | null;
    orderBy?: string | null;
  };
  context: Context;
  info: GraphQLResolveInfo;
  filters?: () => (Prisma.Sql | false)[];
  /** Of a list within a record: its id, and what ties the list to it. */
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

/** A part of a list; each of these is read when it is asked for. */
export interface Connection<Row> {
  edges(): Promise<Edge<Row>[]>;
  nodes(): Promise<Row[]>;
  pageInfo(): Promise<PageInfo>;
  total(): Promise<Total>;
}

/**
 * The part of `list` that the arguments ask for. Where a query asks many records for their lists, all
 * are read together: the number of statements does not depend on how many there are.
 */
export function connectionOf<Row extends { id: bigint }>(list: List<Row>, asked: Asked): Connection<Row> {
  const { window, slices, totals, rows } = loadersAt(list, asked);
  const parent = asked.parent?.id ?? NO_PARENT;
  const slice = once(() => slices.load(parent));
  const cursor = (position: Position) => cursorOf(window, position);
  const edges = once(async () => {
    const { positions } = await slice();
    // For the list of each parent anew: this also notes what its records were loaded with.
    const selection = selectionOf(asked);
    const nodes = await Promise.all(positions.map(({ id }) => rows.load({ id, selection })));
    return positions.flatMap((position, index): Edge<Row>[] => {
      const node = nodes[index];
      return node ? [{ cursor: cursor(position), node }] : [];
    });
  });

  return {
    edges,
    nodes: async () => (await edges()).map(({ node }) => node),
    async pageInfo() {
      const { positions, hasMore } = await slice();
      const [start, end] = [positions[0], positions.at(-1)];
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

/** What of the records is asked for. */
function selectionOf({ context, info }: Asked) {
  return queryFromInfo({ context, info, paths: [['nodes'], ['edges', 'node']] });
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}

interface Loaders<Row> {
  window: Window & { list: string };
  slices: DataLoader<bigint, Slice>;
  totals: DataLoader<bigint, Total>;
  /** Null for what was deleted after the slice was read. */
  rows: DataLoader<{ id: bigint; selection: ReturnType<typeof selectionOf> }, Row | null>;
}

/** By execution, then by the place in its answer. */
const known = new WeakMap<object, Map<string, Loaders<unknown>>>();

/** What all lists at one place of an answer share, because they have the same arguments. */
function loadersAt<Row extends { id: bigint }>(list: List<Row>, asked: Asked): Loaders<Row> {
  // One object per execution, which the context need not be.
  const execution = asked.info.variableValues;
  const places = known.get(execution) ?? new Map<string, Loaders<unknown>>();
  known.set(execution, places);
  const place = placeOf(asked.info.path);
  const loaders = (places.get(place) as Loaders<Row> | undefined) ?? loadersOf(list, asked);
  places.set(place, loaders);
  return loaders;
}

/** `supermarkets.nodes.deliveries`, whichever of the supermarkets it is. */
function placeOf({ prev, key }: GraphQLResolveInfo['path']): string {
  if (typeof key === 'number') return prev ? placeOf(prev) : '';
  return prev ? `${placeOf(prev)}.${key}` : key;
}

function loadersOf<Row extends { id: bigint }>(list: List<Row>, asked: Asked): Loaders<Row> {
  const { context, parent, filters = () => [] } = asked;
  const window = windowOf(list, asked.args);
  const selection: Selection = {
    table: list.table,
    accountId: accountOf(context),
    filters: filters().filter((sql) => sql !== false),
    within: parent?.within ?? null,
  };
  return {
    window,
    slices: loader((parents) => readSlices(context.db, selection, window, parents)),
    totals: loader((parents) => readTotals(context.db, selection, parents)),
    rows: loader(async (keys) => {
      const ids = padded([...new Set(keys.map(({ id }) => id))]);
      const where = { accountId: accountOf(context), id: { in: ids } };
      const rows = await list.load(context, { ...keys[0]!.selection, where });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return keys.map(({ id }) => byId.get(id) ?? null);
    }),
  };
}

/** Reads all values that are asked for at once; keeps none, since a subscription asks again. */
function loader<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>) {
  return new DataLoader<Key, Value>(read, { cache: false });
}

/** As many ids as a power of two, so that the statements that name them are few and stay prepared. */
function padded(ids: readonly bigint[]): bigint[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<bigint>(length - ids.length).fill(ids.at(-1)!)];
}

function windowOf(
  { table, orders }: Pick<List<unknown>, 'table' | 'orders'>,
  { orderBy, ...args }: Asked['args'],
): Window & { list: string } {
  const order = orderBy == null ? Object.values(orders)[0]! : orders[orderBy]!;
  const place = { list: table.sql, order };
  const cursor = cursorOfPlace(place).nullish();
  const Arguments = z
    .object({ first: perPage.nullish(), after: cursor, last: perPage.nullish(), before: cursor })
    .refine(({ first, last }) => first == null || last == null, {
      error: 'must not be given together with first',
      path: ['last'],
    });
  const { first, after, last, before } = valid(Arguments, args);
  return {
    ...place,
    size: last ?? first ?? DEFAULT_PER_PAGE,
    fromEnd: last != null,
    after: after ?? null,
    before: before ?? null,
  };
}

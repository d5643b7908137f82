import { z } from 'zod';
import { tableOf } from '../../../database/direct/compile-records.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { DEFAULT_PER_PAGE } from '../limits.ts';
import { finding } from '../noun/issues.ts';
import { perPage } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { cursorOf, cursorRule, type ListOrder } from './cursor.ts';
import { type ListRequest, readList } from './read-list.ts';
import type { ListPart, Window } from './read-parts.ts';
import { mapped, type Records } from './records.ts';
import type { List, Row } from './source.ts';

/** The paths below a connection that lead to its records. */
export const CONNECTION_PATHS = [['nodes'], ['edges', 'node']];

/** The arguments of a list that is read by cursor. */
export interface ConnectionArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  orderBy?: string | null;
  filter?: unknown;
}

/** A part of a list, with what the request selects of it. */
export interface Connection<Row> {
  window: Window & ListOrder;
  part: ListPart<Row>;
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

/** Returns the part of `list` that the arguments select. */
export function connectionOf<Model extends Prisma.ModelName>(
  list: List<Model>,
  request: ListRequest<ConnectionArgs>,
): Promise<Connection<Row<Model>>> {
  return readList(list, request, {
    windowOf: () => connectionWindow(list, request.args),
    wants(names) {
      const records = names.has('nodes') || names.has('edges');
      const total = names.has('totalCount') || names.has('totalCountEstimated');
      return { records, places: records || names.has('pageInfo'), total };
    },
  });
}

/** Returns the records with their cursors. */
export function edgesOf<Row>({ window, part: { records, positions } }: Connection<Row>): Records<Edge<Row>> {
  return mapped(records, (node, at) => ({ cursor: cursorOf(window, positions[at]!), node }));
}

/** Returns the cursors of the part, and whether the list goes on beyond it. */
export function pageInfoOf({ window, part: { positions, hasMore } }: Connection<unknown>): PageInfo {
  const [start, end] = [positions[0], positions.at(-1)];
  return {
    hasNextPage: window.fromEnd ? window.before !== null : hasMore,
    hasPreviousPage: window.fromEnd ? hasMore : window.after !== null,
    startCursor: start ? cursorOf(window, start) : null,
    endCursor: end ? cursorOf(window, end) : null,
  };
}

function connectionWindow(
  list: List,
  { orderBy, first, after, last, before }: ConnectionArgs,
): Window & ListOrder {
  const order = orderBy == null ? Object.values(list.orders)[0]! : list.orders[orderBy]!;
  const place = { list: tableOf(list.model).sql, order };
  const cursors = valid(connectionArguments(place), { first, after, last, before });
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
const schemas = new Map<string, ReturnType<typeof connectionArgsRule>>();

function connectionArguments(place: ListOrder) {
  const key = `${place.list} ${place.order.name}`;
  if (!schemas.has(key)) schemas.set(key, connectionArgsRule(place));
  return schemas.get(key)!;
}

function connectionArgsRule(place: ListOrder) {
  const cursor = cursorRule(place).nullish();
  return z
    .object({ first: perPage.nullish(), after: cursor, last: perPage.nullish(), before: cursor })
    .refine(({ first, last }) => first == null || last == null, {
      ...finding('not_with', 'must not be combined with first', { other: 'first' }),
      path: ['last'],
    });
}

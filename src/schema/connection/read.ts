import { type Db, unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { estimate } from '../page.ts';
import { MAX_EXACT_TOTAL } from '../read-page.ts';
import type { Position } from './cursor.ts';
import type { Order } from './order.ts';

/** What ties a list to the record it is within. */
export type Within = (parent: { id: Prisma.Sql; accountId: bigint }) => Prisma.Sql;

/** Which records a list holds: those of an account in a table that meet all filters. */
export interface Selection {
  table: Prisma.Sql;
  accountId: bigint;
  filters: Prisma.Sql[];
  within: Within | null;
}

/** Which part of a list: so many from its start, or from its end. */
export interface Window {
  order: Order;
  size: number;
  fromEnd: boolean;
  after: Position | null;
  before: Position | null;
}

/** A part of a list, in the order of the list. */
export interface Slice {
  positions: Position[];
  /** Whether there is more in the direction of reading. */
  hasMore: boolean;
}

export interface Total {
  count: number;
  isEstimated: boolean;
}

/** Stands for the parent where a list has none. */
export const NO_PARENT = 0n;

const PARENT = Prisma.sql`parent.id`;

/** The same window of the list of each parent. One statement, and each list is read from the window on. */
export async function readSlices(
  db: Db,
  selection: Selection,
  window: Window,
  parents: readonly bigint[],
): Promise<Slice[]> {
  const { key, isDescending } = window.order;
  const direction = isDescending === window.fromEnd ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const position = key ? Prisma.sql`id || ' ' || ${key.text}` : Prisma.sql`id::text`;
  const rows = await db.$queryRaw<{ parent: bigint; positions: string[] }[]>`
    ${planning(selection)} SELECT parent.id AS parent, ARRAY(
      SELECT ${position} AS position ${matching(selection, PARENT, beyond(window))}
      ORDER BY ${key ? Prisma.sql`${key.column} ${direction},` : Prisma.empty} id ${direction}
      LIMIT ${window.size + 1}
    ) AS positions
    FROM unnest(${[...new Set(parents)]}::bigint[]) AS parent (id)`;
  const slices = new Map(rows.map(({ parent, positions }) => [parent, sliceOf(positions, window)]));
  return parents.map((parent) => slices.get(parent)!);
}

function sliceOf(found: string[], { size, fromEnd }: Window): Slice {
  const positions = found.slice(0, size).map(positionOf);
  return { positions: fromEnd ? positions.toReversed() : positions, hasMore: found.length > size };
}

/** `42 2026-11-20` → the position of record 42 in an order by date. */
function positionOf(text: string): Position {
  const [id = '', ...key] = text.split(' ');
  return { id: BigInt(id), key: key.length > 0 ? key.join(' ') : null };
}

function beyond({ order, after, before }: Window): Prisma.Sql[] {
  const compare = ({ id, key }: Position, isAfter: boolean) => {
    const operator = isAfter === order.isDescending ? Prisma.sql`<` : Prisma.sql`>`;
    return order.key
      ? Prisma.sql`(${order.key.column}, id) ${operator} (${key}::${order.key.type}, ${id})`
      : Prisma.sql`id ${operator} ${id}`;
  };
  return [...(after ? [compare(after, true)] : []), ...(before ? [compare(before, false)] : [])];
}

/** How long the list of each parent is. One statement, and another if some are too long to count. */
export async function readTotals(db: Db, selection: Selection, parents: readonly bigint[]): Promise<Total[]> {
  const rows = await db.$queryRaw<{ parent: bigint; count: bigint }[]>`
    ${planning(selection)} SELECT parent.id AS parent, (
      SELECT count(*) FROM (SELECT ${matching(selection, PARENT)} LIMIT ${MAX_EXACT_TOTAL + 1}) AS capped
    ) AS count
    FROM unnest(${[...new Set(parents)]}::bigint[]) AS parent (id)`;
  const long = rows.filter(({ count }) => count > MAX_EXACT_TOTAL).map(({ parent }) => parent);
  const estimated = long.length > 0 ? await estimatedTotal(db, selection, long) : 0;
  const counts = new Map(rows.map(({ parent, count }) => [parent, Number(count)]));
  return parents.map((parent) => {
    const count = counts.get(parent)!;
    const isEstimated = count > MAX_EXACT_TOTAL;
    return { count: isEstimated ? estimated : count, isEstimated };
  });
}

/** What the planner thinks of the list of one parent, or of those of several on average. */
async function estimatedTotal(db: Db, selection: Selection, [only, ...others]: bigint[]): Promise<number> {
  const parents = [only!, ...others];
  const all =
    others.length === 0
      ? matching(selection, Prisma.sql`${only}::bigint`)
      : Prisma.sql`FROM unnest(${parents}::bigint[]) AS parent (id), LATERAL (SELECT ${matching(selection, PARENT)}) AS list`;
  const mean = Math.round((await estimate(db, all)) / parents.length);
  return Math.max(mean, MAX_EXACT_TOTAL + 1);
}

function matching(
  { table, accountId, filters, within }: Selection,
  id: Prisma.Sql,
  more: Prisma.Sql[] = [],
): Prisma.Sql {
  const tie = within ? [within({ id, accountId })] : [];
  const conditions = [Prisma.sql`account_id = ${accountId}`, ...tie, ...filters, ...more];
  return Prisma.sql`FROM ${table} WHERE ${Prisma.join(conditions, ' AND ')}`;
}

/** The best plan hangs on what is filtered by. */
function planning({ filters }: Selection): Prisma.Sql {
  return filters.length > 0 ? unprepared : Prisma.empty;
}

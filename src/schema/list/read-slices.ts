import { type Db, unprepared } from '../../database/connect.ts';
import { compileRecords, listed, parseListed } from '../../database/direct/compile-records.ts';
import type { Selection } from '../../database/direct/selection.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Position } from './cursor.ts';
import type { Order } from './order.ts';
import { counted, estimate, MAX_EXACT_TOTAL, rowsOf, type Source } from './source.ts';

/** Returns the condition that ties a list to the record it is within. */
export type Within = (parent: { id: Prisma.Sql; accountId: bigint }) => Prisma.Sql;

/** The records of a list, or of one list in each of several records. */
export interface SourceWithin extends Source {
  within: Within | null;
}

/** A window of a list: a number of items from its start or its end. */
export interface Window {
  order: Order;
  size: number;
  fromEnd: boolean;
  after: Position | null;
  before: Position | null;
}

/** The items of a window, in the order of the list. */
export interface Slice<Row> {
  items: Item<Row>[];
  /** Whether there are more items in the direction of reading. */
  hasMore: boolean;
}

export interface Item<Row> {
  position: Position;
  /** Undefined when only positions were read. */
  record: Row | undefined;
}

export interface Total {
  count: number;
  isEstimated: boolean;
}

/** The parent id of lists without a parent. */
export const NO_PARENT = 0n;

const PARENT = Prisma.sql`parent.id`;

/**
 * Reads the same window of each parent's list, with one statement that starts each list at the window.
 *
 * @param selection what to read of each record, as a Prisma selection
 */
export async function readSlices<Row>(
  db: Db,
  source: SourceWithin,
  window: Window,
  parents: readonly bigint[],
  selection?: Selection,
): Promise<Slice<Row>[]> {
  const { key, isDescending } = window.order;
  const direction = isDescending === window.fromEnd ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const order = Prisma.sql`ORDER BY ${key ? Prisma.sql`${key.column} ${direction},` : Prisma.empty} id ${direction}`;
  const position = key ? Prisma.sql`id || ' ' || ${key.text}` : Prisma.sql`id::text`;
  const records = selection && compileRecords(source.model, selection);
  const item = Prisma.sql`json_build_array(${position}${records ? Prisma.sql`, ${records.json}` : Prisma.empty})`;
  const rows = await db.$queryRaw<{ parent: bigint; items: string | null }[]>`
    ${planning(source)} SELECT parent.id AS parent, (
      SELECT ${listed(item, order)} FROM (
        SELECT * ${matching(source, PARENT, beyond(window))} ${order} LIMIT ${window.size + 1}
      ) AS t
    ) AS items
    FROM unnest(${[...new Set(parents)]}::bigint[]) AS parent (id)`;
  const itemOf = ([where, record]: Found): Item<Row> => ({
    position: positionOf(where),
    record: records?.revive(record) as Row | undefined,
  });
  const slices = new Map<bigint, Slice<Row>>();
  for (const { parent, items } of rows) slices.set(parent, sliceOf(await parseListed(items, itemOf), window));
  return parents.map((parent) => slices.get(parent)!);
}

/** The position of a record, and its selected data. */
type Found = [position: string, record?: unknown];

function sliceOf<Row>(found: Item<Row>[], { size, fromEnd }: Window): Slice<Row> {
  const items = found.slice(0, size);
  return { items: fromEnd ? items.toReversed() : items, hasMore: found.length > size };
}

/** Parses `42 2026-11-20` into the position of record 42 in an order by date. */
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

/** Reads the length of each parent's list, with one statement, and another one if some lists are too long to count. */
export async function readTotals(db: Db, source: SourceWithin, parents: readonly bigint[]): Promise<Total[]> {
  const rows = await db.$queryRaw<{ parent: bigint; count: number }[]>`
    ${planning(source)} SELECT parent.id AS parent, ${counted(matching(source, PARENT))} AS count
    FROM unnest(${[...new Set(parents)]}::bigint[]) AS parent (id)`;
  const long = rows.filter(({ count }) => count > MAX_EXACT_TOTAL).map(({ parent }) => parent);
  const estimated = long.length > 0 ? await estimatedTotal(db, source, long) : 0;
  const counts = new Map(rows.map(({ parent, count }) => [parent, count]));
  return parents.map((parent) => {
    const count = counts.get(parent)!;
    const isEstimated = count > MAX_EXACT_TOTAL;
    return { count: isEstimated ? estimated : count, isEstimated };
  });
}

/** Returns the planner's estimate for the list of one parent, or the average estimate for several. */
async function estimatedTotal(db: Db, source: SourceWithin, [only, ...others]: bigint[]): Promise<number> {
  const parents = [only!, ...others];
  const all =
    others.length === 0
      ? matching(source, Prisma.sql`${only}::bigint`)
      : Prisma.sql`FROM unnest(${parents}::bigint[]) AS parent (id), LATERAL (SELECT ${matching(source, PARENT)}) AS list`;
  const mean = Math.round((await estimate(db, all)) / parents.length);
  return Math.max(mean, MAX_EXACT_TOTAL + 1);
}

function matching(source: SourceWithin, id: Prisma.Sql, more: Prisma.Sql[] = []): Prisma.Sql {
  const { within, accountId } = source;
  return rowsOf(source, [...(within ? [within({ id, accountId })] : []), ...more]);
}

/** The best plan depends on the filters, so filtered lists are planned for their values. */
function planning({ filters }: Source): Prisma.Sql {
  return filters.length > 0 ? unprepared : Prisma.empty;
}

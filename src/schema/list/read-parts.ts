import { type Db, unprepared } from '../../database/connect.ts';
import { compileRecords, listed, parseListed, tableOf } from '../../database/direct/compile-records.ts';
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
  /** How many items are passed over before it; the cost grows with them. */
  offset: number;
  fromEnd: boolean;
  after: Position | null;
  before: Position | null;
}

/** What to read of a list. */
export interface Wanted {
  /** Whether to read the items of the window. */
  places: boolean;
  /** What to read of each item's record, as a Prisma selection. Without it, items have no records. */
  records: Selection | undefined;
  /** Whether to count the list. */
  total: boolean;
}

/** The items of a window, in the order of the list, and the length of the whole list, as far as wanted. */
export interface Part<Row> {
  items: Item<Row>[];
  /** Whether there are more items in the direction of reading. */
  hasMore: boolean;
  total: Total;
}

interface Item<Row> {
  position: Position;
  /** Undefined when only positions were read. */
  record: Row | undefined;
}

interface Total {
  count: number;
  /** Whether `count` is the planner's estimate, because counting would cost too much. */
  isEstimated: boolean;
}

/** The parent id of lists without a parent. */
export const NO_PARENT = 0n;

const PARENT = Prisma.sql`parent.id`;

/**
 * Reads the same window of each parent's list, and counts the lists, with one statement that starts each list at the
 * window, and another one if some lists are too long to count. The cost does not grow with the account.
 */
export async function readParts<Row>(
  db: Db,
  source: SourceWithin,
  window: Window,
  parents: readonly bigint[],
  wanted: Wanted,
): Promise<Part<Row>[]> {
  const records = wanted.records && compileRecords(source.model, wanted.records);
  const items = wanted.places ? itemsOf(source, window, records?.json) : Prisma.sql`NULL`;
  const count = wanted.total ? counted(matching(source, PARENT)) : Prisma.sql`0`;
  const rows = await db.$queryRaw<Found[]>`
    ${planning(source)} SELECT parent.id AS parent, ${items} AS items, ${count} AS count
    FROM unnest(${[...new Set(parents)]}::bigint[]) AS parent (id)`;
  const itemOf = ([where, record]: FoundItem): Item<Row> => ({
    position: positionOf(where),
    record: records?.revive(record) as Row | undefined,
  });
  const totalOf = await totals(db, source, rows);
  const parts = new Map<bigint, Part<Row>>();
  for (const row of rows) {
    const found = await parseListed(row.items, itemOf);
    parts.set(row.parent, { ...windowOf(found, window), total: totalOf(row) });
  }
  return parents.map((parent) => parts.get(parent)!);
}

interface Found {
  parent: bigint;
  /** The items as JSON, for `parseListed`. */
  items: string | null;
  /** The length of the list, counted up to one more than the exact maximum. */
  count: number;
}

/** The position of a record, and its selected data. */
type FoundItem = [position: string, record?: unknown];

/** Returns SQL for the items of a window. One more than requested shows whether there are more. */
function itemsOf(source: SourceWithin, window: Window, record: Prisma.Sql | undefined): Prisma.Sql {
  const { key, isDescending } = window.order;
  const direction = isDescending === window.fromEnd ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const order = Prisma.sql`ORDER BY ${key ? Prisma.sql`${key.column} ${direction},` : Prisma.empty} id ${direction}`;
  const position = key ? Prisma.sql`id || ' ' || ${key.text}` : Prisma.sql`id::text`;
  const item = Prisma.sql`json_build_array(${position}${record ? Prisma.sql`, ${record}` : Prisma.empty})`;
  const within = matching(source, PARENT, beyond(window));
  const limit = Prisma.sql`LIMIT ${window.size + 1}`;
  const rows =
    window.offset === 0
      ? Prisma.sql`SELECT * ${within} ${order} ${limit}`
      : // What is passed over is read from the index alone.
        Prisma.sql`SELECT * FROM ${tableOf(source.model)} WHERE account_id = ${source.accountId}
          AND id = ANY(ARRAY(SELECT id ${within} ${order} ${limit} OFFSET ${window.offset}))`;
  return Prisma.sql`(SELECT ${listed(item, order)} FROM (${rows}) AS t)`;
}

function windowOf<Row>(found: Item<Row>[], { size, fromEnd }: Window): Omit<Part<Row>, 'total'> {
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

/** Returns the function that turns counts into totals: those beyond the exact maximum get one estimate. */
async function totals(db: Db, source: SourceWithin, rows: Found[]): Promise<(row: Found) => Total> {
  const long = rows.filter(({ count }) => count > MAX_EXACT_TOTAL).map(({ parent }) => parent);
  const estimated = long.length > 0 ? await estimatedTotal(db, source, long) : 0;
  return ({ count }) => {
    const isEstimated = count > MAX_EXACT_TOTAL;
    return { count: isEstimated ? estimated : count, isEstimated };
  };
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

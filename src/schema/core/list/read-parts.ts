import { type Db, unprepared } from '../../../database/connect.ts';
import { compileRecords, tableOf } from '../../../database/direct/compile-records.ts';
import { queryRows } from '../../../database/direct/direct.ts';
import type { Selection } from '../../../database/direct/selection.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_EXACT_TOTAL, MAX_PER_PAGE } from '../limits.ts';
import type { CursorPosition } from './cursor.ts';
import type { Order } from './order.ts';
import { readerOf, type Records } from './records.ts';
import { rowCount, estimate, sourceRows, type Source } from './source.ts';

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
  /** The number of items before the window; the cost grows with them. */
  offset: number;
  fromEnd: boolean;
  after: CursorPosition | null;
  before: CursorPosition | null;
}

/** The parts of a list to read. */
export interface Wanted {
  /** Whether to read the items of the window. */
  places: boolean;
  /** The Prisma selection of each item's record. Without it, items have no records. */
  records: Selection | undefined;
  /** Whether to count the list. */
  total: boolean;
}

/** The items of a window, in the order of the list, and the length of the whole list, if requested. */
export interface ListPart<Row> {
  positions: CursorPosition[];
  /** The records; empty when only positions were read. */
  records: Records<Row>;
  /** Whether there are more items in the direction of reading. */
  hasMore: boolean;
  total: Total;
}

interface Total {
  count: number;
  /** Whether `count` is the planner's estimate, because counting would cost too much. */
  isEstimated: boolean;
}

/** The parent id of lists without a parent. */
export const NO_PARENT = 0n;

const LIST_PARENT = Prisma.sql`list.parent_id`;

/**
 * Reads the same window of each parent's list, and counts the lists, with one statement that starts each list
 * at the window, and another one if some lists are too long to count. The cost does not grow with the
 * account.
 */
export async function readParts<Row>(
  db: Db,
  source: SourceWithin,
  window: Window,
  parents: readonly bigint[],
  wanted: Wanted,
): Promise<ListPart<Row>[]> {
  const records = wanted.records && compileRecords(source.model, wanted.records);
  const count = wanted.total ? rowCount(matchingId(source, LIST_PARENT)) : Prisma.sql`0`;
  const items = wanted.places ? itemsInWindow(source, window, records?.columns) : null;
  // OFFSET keeps the planner from counting again for each item.
  const statement = Prisma.sql`
    ${planning(source)} SELECT list.parent_id, list.item_count${items ? items.columns : Prisma.empty}
    FROM (SELECT parent_id, ${count} AS item_count FROM (${rowOfEach(parents)}) AS list OFFSET 0) AS list
    ${items ? items.joined : Prisma.empty}`;
  const lists = new Map<bigint, FoundList>();
  const found = (await queryRows(db, statement)) as ListRow[];
  for (const row of found) {
    const [parent, count, id] = row;
    let list = lists.get(parent);
    if (!list) lists.set(parent, (list = { count, rows: [] }));
    if (id != null) list.rows.push(row);
  }
  const totalOf = await totals(db, source, lists);
  const recordOf = (row: ListRow) => records!.record(row, COLUMNS_BEFORE) as Row;
  const recordsOf = readerOf(found);
  return parents.map((parent) => {
    const list = lists.get(parent)!;
    const { rows, hasMore } = rowsInWindow(list.rows, window);
    const positions = rows.map(([, , id, key]) => ({ id: id!, key }));
    return { positions, records: records ? recordsOf(rows, recordOf) : [], hasMore, total: totalOf(list) };
  });
}

/** The rows of a list, and its length. */
interface FoundList {
  rows: ListRow[];
  /** The length of the list, counted up to one more than the exact maximum. */
  count: number;
}

/** A row of an item or an empty list, before the columns of the record; two columns if no items are read. */
type ListRow = [parent: bigint, count: number, id: bigint | null, key: string | null, ...record: unknown[]];

const COLUMNS_BEFORE = 4;

function rowOfEach([only, ...others]: readonly bigint[]): Prisma.Sql {
  if (others.length === 0) return Prisma.sql`SELECT ${only}::bigint AS parent_id`;
  // The array is in a subquery: for an array that it knows, PostgreSQL would plan each execution anew.
  const parents = [...new Set([only!, ...others])];
  return Prisma.sql`
    SELECT unnest(parents) AS parent_id FROM (SELECT ${parents}::bigint[] AS parents OFFSET 0) AS given`;
}

/** Returns SQL for the items of a window. One more than requested shows whether there are more. */
function itemsInWindow(source: SourceWithin, window: Window, record: Prisma.Sql | undefined) {
  const { key, isDescending } = window.order;
  const direction = isDescending === window.fromEnd ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const columns = [...(key?.columns ?? []), Prisma.sql`id`].map((each) => Prisma.sql`${each} ${direction}`);
  const order = Prisma.sql`ORDER BY ${Prisma.join(columns)}`;
  const place = Prisma.sql`t.id AS place_id, ${key ? key.text : Prisma.sql`NULL`} AS place_key`;
  const within = matchingId(source, LIST_PARENT, beyond(window));
  const limit = Prisma.sql`LIMIT ${limitOf(window.size + 1)}`;
  const rows =
    window.offset === 0
      ? Prisma.sql`SELECT * ${within} ${order} ${limit}`
      : // What is passed over is read from the index alone.
        Prisma.sql`SELECT * FROM ${tableOf(source.model)} WHERE account_id = ${source.accountId}
          AND id = ANY(ARRAY(SELECT id ${within} ${order} ${limit} OFFSET ${window.offset}))`;
  return {
    columns: Prisma.sql`, ${place}${record ? Prisma.sql`, ${record}` : Prisma.empty}`,
    joined: Prisma.sql`LEFT JOIN LATERAL (${rows}) AS t ON true ${order}`,
  };
}

/**
 * Returns a limit as part of the statement's text, so that PostgreSQL keeps its plan: for a parameter, it
 * expects a tenth of all rows, and plans each execution anew. Unusual limits are parameters, because each
 * text is prepared.
 */
function limitOf(rows: number): Prisma.Sql {
  const isUsual = rows <= 11 || (rows <= MAX_PER_PAGE + 1 && rows % 5 === 1);
  return isUsual ? Prisma.raw(String(rows)) : Prisma.sql`${rows}`;
}

function rowsInWindow(found: ListRow[], { size, fromEnd }: Window): { rows: ListRow[]; hasMore: boolean } {
  const rows = found.slice(0, size);
  return { rows: fromEnd ? rows.toReversed() : rows, hasMore: found.length > size };
}

function beyond({ order, after, before }: Window): Prisma.Sql[] {
  const compare = ({ id, key }: CursorPosition, isAfter: boolean) => {
    const operator = isAfter === order.isDescending ? Prisma.sql`<` : Prisma.sql`>`;
    if (!order.key) return Prisma.sql`id ${operator} ${id}`;
    const { columns, valuesIn } = order.key;
    return Prisma.sql`(${Prisma.join([...columns])}, id) ${operator} (${Prisma.join([...valuesIn(key!)])}, ${id})`;
  };
  return [...(after ? [compare(after, true)] : []), ...(before ? [compare(before, false)] : [])];
}

/** Returns the function that turns counts into totals: counts beyond the exact maximum get one estimate. */
async function totals(
  db: Db,
  source: SourceWithin,
  lists: ReadonlyMap<bigint, { count: number }>,
): Promise<(list: { count: number }) => Total> {
  const long = [...lists].filter(([, { count }]) => count > MAX_EXACT_TOTAL).map(([parent]) => parent);
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
      ? matchingId(source, Prisma.sql`${only}::bigint`)
      : Prisma.sql`
          FROM unnest(${parents}::bigint[]) AS list (parent_id),
               LATERAL (SELECT ${matchingId(source, LIST_PARENT)}) AS item`;
  const mean = Math.round((await estimate(db, all)) / parents.length);
  return Math.max(mean, MAX_EXACT_TOTAL + 1);
}

function matchingId(source: SourceWithin, id: Prisma.Sql, more: Prisma.Sql[] = []): Prisma.Sql {
  const { within, accountId } = source;
  return sourceRows(source, [...(within ? [within({ id, accountId })] : []), ...more]);
}

/** Returns SQL that plans filtered lists for their values, because the best plan depends on the filters. */
function planning({ filters }: Source): Prisma.Sql {
  return filters.length > 0 ? unprepared : Prisma.empty;
}

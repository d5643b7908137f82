import { LRUCache } from 'lru-cache';
import { type Db, unprepared } from '../../database/connect.ts';
import {
  compileRecords,
  listed,
  parseListed,
  type Records,
  tableOf,
} from '../../database/direct/compile-records.ts';
import type { Selection } from '../../database/direct/selection.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { COUNTED, counted, MAX_EXACT_TOTAL, rowsOf, type Source } from './source.ts';

/** A request for a page: records of the account that meet all filters, newest first. */
export interface PageRequest extends Source {
  /** What to read of each record, as a Prisma selection. */
  selection: Selection;
  size: number;
  offset: number;
}

export interface Found<Row> {
  items: Row[];
  /** Whether there are more records after these. */
  hasMore: boolean;
  /** The length of the list, counted up to one more than the exact maximum. */
  counted: number;
}

/** The single row that a statement returns. */
interface PageRow extends Omit<Found<never>, 'items'> {
  /** The records as JSON, for `parseListed`. */
  items: string | null;
  /** The number of records the account has, counted up to the same maximum; set when requested. */
  owned?: number;
}

/**
 * Whether an account had few records of a kind when last seen; then any plan is good. Only plans depend on it, never
 * results, so it can be a minute out of date.
 */
const few = new WeakMap<Db, LRUCache<string, boolean>>();

/**
 * Reads a page of a list and counts the list, with one statement. The best plan for a filter depends on its values,
 * but planning takes as long as finding a few rows. For an account with few records, a prepared statement finds all
 * matches; for one with many, the statement is planned for its values.
 */
export async function readPage<Row>(db: Db, request: PageRequest): Promise<Found<Row>> {
  const { model, accountId, filters } = request;
  const seen = few.get(db) ?? new LRUCache<string, boolean>({ max: 10_000, ttl: 60_000 });
  few.set(db, seen);
  const key = `${model}:${accountId}`;
  if (filters.length === 0) {
    const found = await read<Row>(db, request, plain);
    seen.set(key, found.counted <= MAX_EXACT_TOTAL);
    return found;
  }
  const hasFew = seen.get(key);
  if (hasFew) {
    const found = await read<Row>(db, request, once);
    if (found.counted <= MAX_EXACT_TOTAL) return found;
  }
  const found = await read<Row>(db, request, hasFew === undefined ? plannedAndCounted : planned);
  // Without a count, the account has just outgrown the maximum.
  if (hasFew !== false) seen.set(key, found.owned !== undefined && found.owned <= MAX_EXACT_TOTAL);
  return found;
}

async function read<Row>(
  db: Db,
  request: PageRequest,
  statementOf: Statement,
): Promise<Found<Row> & Pick<PageRow, 'owned'>> {
  const records = compileRecords(request.model, request.selection);
  const [row] = await db.$queryRaw<[PageRow]>(statementOf(request, records));
  return { ...row, items: await parseListed(row.items, (item) => records.revive(item) as Row) };
}

type Statement = (request: PageRequest, records: Records) => Prisma.Sql;

/**
 * Returns the statement that finds the page by the order of ids and counts separately. Any plan with an index is good.
 */
function plain(request: PageRequest, records: Records): Prisma.Sql {
  return Prisma.sql`
    WITH page AS (SELECT id ${rowsOf(request)} ${part(request)})
    SELECT ${items(request, records)}, ${counted(rowsOf(request))} AS counted`;
}

/** Returns the same statement, planned for these values. */
function planned(request: PageRequest, records: Records): Prisma.Sql {
  return Prisma.sql`${unprepared} ${plain(request, records)}`;
}

/** Returns the same statement, which also counts the account's records, to choose better next time. */
function plannedAndCounted(request: PageRequest, records: Records): Prisma.Sql {
  return Prisma.sql`${planned(request, records)}, ${counted(rowsOf({ ...request, filters: [] }))} AS owned`;
}

/** Returns the statement that finds all matches and takes the page from them. */
function once(request: PageRequest, records: Records): Prisma.Sql {
  return Prisma.sql`
    WITH list AS MATERIALIZED (SELECT id ${rowsOf(request)} LIMIT ${COUNTED}),
         page AS (SELECT id FROM list ${part(request)})
    SELECT ${items(request, records)}, (SELECT count(*)::int FROM list) AS counted, 0 AS owned`;
}

/** One more row than requested shows whether there are more. */
function part({ size, offset }: PageRequest): Prisma.Sql {
  return Prisma.sql`ORDER BY id DESC LIMIT ${size + 1} OFFSET ${offset}`;
}

function items({ model, accountId, size }: PageRequest, { json }: Records): Prisma.Sql {
  return Prisma.sql`
    (SELECT count(*) FROM page) > ${size} AS "hasMore",
    (SELECT ${listed(json, Prisma.sql`ORDER BY t.id DESC`)} FROM ${tableOf(model)} t
     WHERE t.account_id = ${accountId}
       AND t.id = ANY(ARRAY(SELECT id FROM page ORDER BY id DESC LIMIT ${size}))) AS items`;
}

import { LRUCache } from 'lru-cache';
import { type Db, unprepared } from '../database/connect.ts';
import {
  compileRecords,
  listed,
  parseListed,
  type Records,
  tableOf,
} from '../database/direct/compile-records.ts';
import type { Selection } from '../database/direct/selection.ts';
import { Prisma } from '../generated/prisma/client.ts';

export const MAX_EXACT_TOTAL = 10_000;
/** In the text of statements: of a limit that it learns later the planner assumes that it cuts most off. */
export const COUNTED = Prisma.raw(String(MAX_EXACT_TOTAL + 1));

/** What of a list is asked for: so many of the account's records that meet all filters, newest first. */
export interface Asked {
  model: string;
  accountId: bigint;
  filters: Prisma.Sql[];
  /** What of each record, in Prisma's terms. */
  selection: Selection;
  size: number;
  offset: number;
}

export interface Found<Row> {
  items: Row[];
  /** Whether there are more after these. */
  hasMore: boolean;
  /** How many the list has, counted no further than to one more than is told exactly. */
  counted: number;
}

/** One row, the answer of one statement. */
interface Answer extends Omit<Found<never>, 'items'> {
  /** The records, for `parseListed`. */
  items: string | null;
  /** How many records the account has, counted as far; where it was asked for. */
  held?: number;
}

/**
 * Whether accounts of a database were seen to have few records of a kind, for which any plan is good. Only plans hang
 * on it, never answers, so it may be outdated by its minute.
 */
const few = new WeakMap<Db, LRUCache<string, boolean>>();

/**
 * Reads a part of a list and counts the list, by one statement.
 *
 * The best plan of a filter hangs on its values, and planning takes as long as finding a few rows. Where
 * an account has few records, all that match are found once, by a prepared statement; where it has many,
 * the statement is planned for its values.
 */
export async function readPage<Row>(db: Db, asked: Asked): Promise<Found<Row>> {
  const { model, accountId, filters } = asked;
  const seen = few.get(db) ?? new LRUCache<string, boolean>({ max: 10_000, ttl: 60_000 });
  few.set(db, seen);
  const key = `${model}:${accountId}`;
  if (filters.length === 0) {
    const found = await read<Row>(db, asked, plain);
    seen.set(key, found.counted <= MAX_EXACT_TOTAL);
    return found;
  }
  const hasFew = seen.get(key);
  if (hasFew) {
    const found = await read<Row>(db, asked, once);
    if (found.counted <= MAX_EXACT_TOTAL) return found;
  }
  const found = await read<Row>(db, asked, hasFew === undefined ? plannedAndHeld : planned);
  // Where nothing was held to count, the account has just outgrown few.
  if (hasFew !== false) seen.set(key, found.held !== undefined && found.held <= MAX_EXACT_TOTAL);
  return found;
}

async function read<Row>(
  db: Db,
  asked: Asked,
  statementOf: Statement,
): Promise<Found<Row> & Pick<Answer, 'held'>> {
  const records = compileRecords(asked.model, asked.selection);
  const [answer] = await db.$queryRaw<[Answer]>(statementOf(asked, records));
  return { ...answer, items: await parseListed(answer.items, (item) => records.revive(item) as Row) };
}

type Statement = (asked: Asked, records: Records) => Prisma.Sql;

/** Finds the page by the order of ids, and counts apart. Every plan is good that does so by an index. */
function plain(asked: Asked, records: Records): Prisma.Sql {
  return Prisma.sql`
    WITH page AS (SELECT id ${matching(asked)} ${part(asked)})
    SELECT ${items(asked, records)}, ${capped(matching(asked))} AS counted`;
}

/** The same, with a plan for these values. */
function planned(asked: Asked, records: Records): Prisma.Sql {
  return Prisma.sql`${unprepared} ${plain(asked, records)}`;
}

/** Counts besides what the account has, to know better next time. */
function plannedAndHeld(asked: Asked, records: Records): Prisma.Sql {
  return Prisma.sql`${planned(asked, records)}, ${capped(matching({ ...asked, filters: [] }))} AS held`;
}

/** Finds all that match, and takes the page from them. */
function once(asked: Asked, records: Records): Prisma.Sql {
  return Prisma.sql`
    WITH list AS MATERIALIZED (SELECT id ${matching(asked)} LIMIT ${COUNTED}),
         page AS (SELECT id FROM list ${part(asked)})
    SELECT ${items(asked, records)}, (SELECT count(*)::int FROM list) AS counted, 0 AS held`;
}

/** The rows of a list, after the SELECT of what is wanted of them. */
export function matching({
  model,
  accountId,
  filters,
}: Pick<Asked, 'model' | 'accountId' | 'filters'>): Prisma.Sql {
  const conditions = [Prisma.sql`account_id = ${accountId}`, ...filters];
  return Prisma.sql`FROM ${tableOf(model)} WHERE ${Prisma.join(conditions, ' AND ')}`;
}

function capped(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${COUNTED}) AS capped)`;
}

/** One more than asked for, to know whether there are more. */
function part({ size, offset }: Asked): Prisma.Sql {
  return Prisma.sql`ORDER BY id DESC LIMIT ${size + 1} OFFSET ${offset}`;
}

function items({ model, accountId, size }: Asked, { json }: Records): Prisma.Sql {
  return Prisma.sql`
    (SELECT count(*) FROM page) > ${size} AS "hasMore",
    (SELECT ${listed(json, Prisma.sql`ORDER BY t.id DESC`)} FROM ${tableOf(model)} t
     WHERE t.account_id = ${accountId}
       AND t.id = ANY(ARRAY(SELECT id FROM page ORDER BY id DESC LIMIT ${size}))) AS items`;
}

import { type Db, unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_WORDS } from '../limits.ts';
import type { FilterCondition } from '../list/filters.ts';
import { TEXT } from '../noun/kinds.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { text } from '../noun/rules.ts';
import { isShortWord, recordHas, recordsWith, type Select, type WordTable } from './places.ts';
import { finding } from '../noun/issues.ts';

/** The maximum number of ids in a condition. With more, the list's own statement finds a page quickly. */
const MAX_REFERRED_IDS = 1_000;
/**
 * The maximum number of matching records of the list itself. Above it, the list's statement is quick without
 * a look-up.
 */
export const MAX_LIST_MATCHES = 200;
/**
 * A word that this many of the first and of the last records of a list have is not looked up: the index would
 * read all records with it, and the list's statement soon finds a page of them.
 */
const FREQUENT = { records: 100, matches: 5 };

/** Records with a word, which records of the list refer to. */
interface ReferredRecords {
  /** The column of the list with their ids. */
  column: Prisma.Sql;
  /** Selects their ids. */
  ids: Select;
  /** Returns the condition on the list if many records match (default: that the column is one of the ids). */
  many?(word: string): Prisma.Sql;
  /** The maximum number of records that are looked up by id (default: {@link MAX_REFERRED_IDS}). */
  max?: number;
  /** Returns whether these records are searched for a word (default: always). */
  isFor?(word: string): boolean;
  /** The rows of the list, if these records are its own; `many` is then a condition on them. */
  rows?: Prisma.Sql;
}

/** The columns and records in which a search looks for texts. */
interface Searched {
  /** Returns the conditions that the record itself has the text. */
  own(text: string): (Prisma.Sql | false)[];
  places: ReferredRecords[];
}

/** The common properties of all filters by words. */
export const BY_WORDS = {
  kind: TEXT,
  rule: text().refine(
    (search) => searchWords(search).length <= MAX_WORDS,
    finding('too_many_words', `must have at most ${MAX_WORDS} words`, { max: MAX_WORDS }),
  ),
} as const;

/** Returns the condition that each word occurs in one of the searched texts, in any order. */
export function withWords(search: string, searched: Searched): FilterCondition {
  return withTexts(searchWords(search), searched);
}

/**
 * Returns the condition that each text occurs in one of the searched texts. The filters `words` and `search`
 * use it.
 */
export function withTexts(texts: readonly string[], { own, places }: Searched): FilterCondition {
  return async (db: Db) => {
    const named = await idsOf(db, texts, places);
    const conditions = texts.map((text, index) => {
      const among = places.map((place, at) => {
        const ids = named.get(index * places.length + at);
        return ids !== undefined && isAmong(place, text, ids);
      });
      const alternatives = [...own(text), ...among].filter((each) => each !== false);
      return alternatives.length > 0 ? Prisma.sql`(${Prisma.join(alternatives, ' OR ')})` : Prisma.sql`false`;
    });
    return Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
  };
}

/** Returns the conditions for words in the records of the list itself. Short words are looked up first. */
export function inRecords(
  table: Exclude<WordTable, 'deliveries'>,
  accountId: bigint,
): { own(word: string): Prisma.Sql | false; place: ReferredRecords } {
  return {
    own: (word) => !isShortWord(word) && recordHas(word),
    place: {
      column: Prisma.sql`id`,
      ids: recordsWith(table, accountId, true),
      many: recordHas,
      max: MAX_LIST_MATCHES,
      isFor: isShortWord,
      rows: Prisma.sql`${Prisma.raw(table)} WHERE account_id = ${accountId}`,
    },
  };
}

/** Returns the condition that a column is the number that a word consists of, such as `282` or `#282`. */
export function isNumber(column: Prisma.Sql, word: string): Prisma.Sql | false {
  return /^#?\d+$/.test(word) && Prisma.sql`${column} = ${recordIdOf(word.replace('#', ''))}`;
}

function searchWords(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter((word) => word !== ''))];
}

/**
 * Finds the ids of the records with each text, in each of the tables, with one statement. One more than the
 * maximum shows that there are more, null that the text is frequent.
 */
async function idsOf(
  db: Db,
  texts: readonly string[],
  places: ReferredRecords[],
): Promise<Map<number, bigint[] | null>> {
  const parts = texts.flatMap((word, index) =>
    places.flatMap((place, at) =>
      place.isFor?.(word) === false
        ? []
        : Prisma.sql`
        SELECT ${index * places.length + at}::int AS part,
               CASE WHEN ${isFrequent(place, word)} THEN NULL ELSE ARRAY(${place.ids(word, 'few')}
                 LIMIT ${Prisma.raw(String((place.max ?? MAX_REFERRED_IDS) + 1))}) END AS ids`,
    ),
  );
  if (parts.length === 0) return new Map();
  const found = await db.$queryRaw<{ part: number; ids: bigint[] | null }[]>`
    ${unprepared} ${Prisma.join(parts, ' UNION ALL ')}`;
  return new Map(found.map(({ part, ids }) => [part, ids]));
}

/**
 * Returns the condition that a word is frequent at both ends of a list: new records often have one in common.
 */
function isFrequent({ rows, many }: ReferredRecords, word: string): Prisma.Sql {
  if (!rows || !many) return Prisma.sql`false`;
  const { records, matches } = FREQUENT;
  const ends = ['ASC', 'DESC'].map(
    (direction) => Prisma.sql`(SELECT count(*) FROM (SELECT * FROM ${rows}
      ORDER BY id ${Prisma.raw(`${direction} LIMIT ${records}`)}) AS ending
      WHERE ${many(word)}) >= ${Prisma.raw(String(matches))}`,
  );
  return Prisma.join(ends, ' AND ');
}

function isAmong(
  { column, ids, many, max = MAX_REFERRED_IDS }: ReferredRecords,
  word: string,
  named: bigint[] | null,
): Prisma.Sql | false {
  if (named === null || named.length > max)
    return many?.(word) ?? Prisma.sql`${column} IN (${ids(word, 'many')})`;
  return named.length > 0 && Prisma.sql`${column} = ANY(${named}::bigint[])`;
}

import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Condition } from '../filters.ts';
import { TEXT } from '../kinds.ts';
import { recordIdOf } from '../record-id.ts';
import { text } from '../rules.ts';

const MAX_WORDS = 10;
/** The indexes of texts need at least three characters. */
export const MIN_INDEXED = 3;
/** With more matches, the list's own statement finds a page quickly. */
const MAX_NAMED = 1_000;

/** Other records with a word, which records of the list refer to. */
interface Place {
  /** The column of the list with their ids. */
  column: Prisma.Sql;
  /** Selects their ids. */
  ids(word: string): Prisma.Sql;
  /** The condition for records of the list if there are many (default: that the column is one of the ids). */
  many?(word: string): Prisma.Sql;
}

/** Where the words of a search can occur. */
interface Searched {
  /** Returns the conditions that the record itself has the word. */
  own(word: string): (Prisma.Sql | false)[];
  places: Place[];
}

/** What all filters by words have in common. */
export const BY_WORDS = {
  kind: TEXT,
  rule: text().refine(
    (search) => wordsOf(search).length <= MAX_WORDS,
    `must have at most ${MAX_WORDS} words`,
  ),
} as const;

/** Returns the condition that each word occurs in one of the places, in any order. */
export function withWords(search: string, { own, places }: Searched): Condition {
  const words = wordsOf(search);
  return async (db: Db) => {
    const named = await idsOf(db, words, places);
    const conditions = words.map((word, index) => {
      const among = places.map((place, at) => isAmong(place, word, named.get(index * places.length + at)!));
      const alternatives = [...own(word), ...among].filter((each) => each !== false);
      return alternatives.length > 0 ? Prisma.sql`(${Prisma.join(alternatives, ' OR ')})` : Prisma.sql`false`;
    });
    return Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
  };
}

/** Returns the condition that a text has a word, ignoring case and accents. Wildcards in the word are escaped. */
export function hasWord(value: Prisma.Sql, word: string): Prisma.Sql {
  return Prisma.sql`search_text(${value}) LIKE search_text(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** Returns the condition that a column is the number that a word consists of, such as `282` or `#282`. */
export function isNumber(column: Prisma.Sql, word: string): Prisma.Sql | false {
  return /^#?\d+$/.test(word) && Prisma.sql`${column} = ${recordIdOf(word.replace('#', ''))}`;
}

function wordsOf(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter((word) => word !== ''))];
}

/** Finds the ids of each word at each place, with one statement; one more than the maximum shows that there are more. */
async function idsOf(db: Db, words: string[], places: Place[]): Promise<Map<number, bigint[]>> {
  const parts = words.flatMap((word, index) =>
    places.map(
      ({ ids }, at) => Prisma.sql`
        SELECT ${index * places.length + at}::int AS part, ARRAY(${ids(word)} LIMIT ${MAX_NAMED + 1}) AS ids`,
    ),
  );
  if (parts.length === 0) return new Map();
  const found = await db.$queryRaw<{ part: number; ids: bigint[] }[]>`${Prisma.join(parts, ' UNION ALL ')}`;
  return new Map(found.map(({ part, ids }) => [part, ids]));
}

function isAmong({ column, ids, many }: Place, word: string, named: bigint[]): Prisma.Sql | false {
  if (named.length > MAX_NAMED) return many?.(word) ?? Prisma.sql`${column} IN (${ids(word)})`;
  return named.length > 0 && Prisma.sql`${column} = ANY(${named}::bigint[])`;
}

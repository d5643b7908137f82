import { Prisma } from '../../../generated/prisma/client.ts';

/** A table with a column `words`, the text that is searched, which the trigger `set_words` writes. */
export type WordTable = 'products' | 'supermarkets' | 'branches' | 'deliveries';

/** Notes and numbers of deliveries are indexed by three characters only. */
const MIN_IN_DELIVERIES = 3;

/** An index of trigrams finds words with three Latin letters or digits in a row. */
const HAS_TRIGRAM = /[a-z\d]{3}/i;

/** Returns whether a word has no trigram, so that only the index of shorter parts finds it. */
export function isShort(word: string): boolean {
  return !HAS_TRIGRAM.test(word);
}

/** Returns the condition that a record has a word, ignoring case and marks. It is quick for few records. */
export function recordHas(word: string): Prisma.Sql {
  return Prisma.sql`words LIKE word_pattern(${word})`;
}

/** Returns the condition that a record has a word, for finding a limited number of them by an index. */
function indexedHas(word: string): Prisma.Sql {
  const has = recordHas(word);
  return isShort(word) ? Prisma.sql`(short_words(words) @> short_keys(${word}) AND ${has})` : has;
}

/** Returns the condition for deliveries with the word in their numbers or notes. */
export function deliveryHas(word: string): Prisma.Sql | false {
  if (word.length < MIN_IN_DELIVERIES) return false;
  return Prisma.sql`(words IS NOT NULL AND ${recordHas(word)})`;
}

/** Selects records with a word: `few` by an index, `many` as a condition on other records. */
export type Select = (word: string, how: 'few' | 'many') => Prisma.Sql;

/**
 * Returns how to select a column of a table's records with a word.
 *
 * @param isWhole whether to search all texts that the read scope shows, instead of names only
 */
export function recordsWith(
  table: Exclude<WordTable, 'deliveries'>,
  accountId: bigint,
  isWhole: boolean,
  column = Prisma.sql`id`,
): Select {
  return (word, how) => {
    const has = how === 'few' ? indexedHas(word) : recordHas(word);
    const named = isWhole ? Prisma.empty : Prisma.sql` AND word_text(name) LIKE word_pattern(${word})`;
    return Prisma.sql`SELECT ${column} FROM ${Prisma.raw(table)} WHERE account_id = ${accountId} AND ${has}${named}`;
  };
}

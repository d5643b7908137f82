import { Prisma } from '../../generated/prisma/client.ts';
import { type Filled, WORD_TEXTS, type WordTable } from './word-texts.ts';

/** The records that have a word in their texts. */

/** Notes and numbers of deliveries are indexed by three characters only. */
const MIN_IN_DELIVERIES = 3;

/** An index of trigrams finds words with three Latin letters or digits in a row. */
const HAS_TRIGRAM = /[a-z\d]{3}/i;

/** Returns whether only the index of single characters and of two in a row finds the word. */
export function isShort(word: string): boolean {
  return !HAS_TRIGRAM.test(word);
}

/** Returns the condition that a text has a word, ignoring case and marks. Wildcards in the word are escaped. */
function hasWord(text: Prisma.Sql, word: string): Prisma.Sql {
  return Prisma.sql`word_text(${text}) LIKE word_pattern(${word})`;
}

/** Returns the condition that a record has a word, which is quick for few records and for those of a page. */
export function recordHas(table: WordTable, word: string, filled: Filled): Prisma.Sql {
  return filled[table] ? Prisma.sql`words LIKE word_pattern(${word})` : hasWord(WORD_TEXTS[table], word);
}

/** Returns the condition that a record has a word, for finding a limited number of them by an index. */
function indexedHas(table: WordTable, word: string, filled: Filled): Prisma.Sql {
  const has = recordHas(table, word, filled);
  if (!isShort(word) || !filled[table]) return has;
  return Prisma.sql`(short_words(words) @> short_keys(${word}) AND ${has})`;
}

/** Returns the condition for deliveries with the word in their numbers or notes. */
export function deliveryHas(word: string, filled: Filled): Prisma.Sql | false {
  if (word.length < MIN_IN_DELIVERIES) return false;
  const hasText = filled.deliveries
    ? Prisma.sql`words IS NOT NULL`
    : Prisma.sql`(reference IS NOT NULL OR order_number IS NOT NULL OR notes IS NOT NULL)`;
  return Prisma.sql`(${hasText} AND ${recordHas('deliveries', word, filled)})`;
}

/** Selects records with a word, to begin with by an index, or to compare others with. */
export type Select = (word: string, how: 'few' | 'many') => Prisma.Sql;

/**
 * Returns how to select a column of a table's records with a word.
 *
 * @param isWhole whether also in what only the read scope of the records shows; otherwise in their names
 */
export function recordsWith(
  table: Exclude<WordTable, 'deliveries'>,
  accountId: bigint,
  filled: Filled,
  isWhole: boolean,
  column = Prisma.sql`id`,
): Select {
  return (word, how) => {
    const has = how === 'few' ? indexedHas(table, word, filled) : recordHas(table, word, filled);
    const named = isWhole ? Prisma.empty : Prisma.sql` AND ${hasWord(Prisma.sql`name`, word)}`;
    return Prisma.sql`SELECT ${column} FROM ${Prisma.raw(table)} WHERE account_id = ${accountId} AND ${has}${named}`;
  };
}

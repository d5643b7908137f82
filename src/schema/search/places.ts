import { Prisma } from '../../generated/prisma/client.ts';
import { hasWord, MIN_INDEXED } from './words.ts';

/** The texts of the indexes for words, and the records that have a word in them. */

const PRODUCT = Prisma.sql`name || ' ' || coalesce(reference, '')`;
const SUPERMARKET = Prisma.sql`name || ' ' || coalesce(reference, '')`;
const BRANCH = Prisma.sql`name || ' ' || address || ' ' || coalesce(reference, '')`;
const DELIVERY = Prisma.sql`coalesce(reference, '') || ' ' || coalesce(order_number, '') || ' ' || coalesce(notes, '')`;

export const productHas = (word: string): Prisma.Sql => hasWord(PRODUCT, word);
export const supermarketHas = (word: string): Prisma.Sql => hasWord(SUPERMARKET, word);
const branchHas = (word: string): Prisma.Sql => hasWord(BRANCH, word);

/** Returns the condition for deliveries with the word in their numbers or notes; short words are not indexed. */
export function deliveryHas(word: string): Prisma.Sql | false {
  return (
    word.length >= MIN_INDEXED &&
    Prisma.sql`((reference IS NOT NULL OR order_number IS NOT NULL OR notes IS NOT NULL) AND ${hasWord(DELIVERY, word)})`
  );
}

/** Selects the ids of products with a word. @param isWhole whether also in what only `products:read` shows */
export function productsWith(accountId: bigint, isWhole: boolean) {
  return (word: string): Prisma.Sql =>
    Prisma.sql`SELECT id FROM products WHERE account_id = ${accountId} AND ${productHas(word)}${alsoNamed(word, isWhole)}`;
}

/** Selects the ids of supermarkets with a word. @param isWhole whether also in what only `supermarkets:read` shows */
export function supermarketsWith(accountId: bigint, isWhole: boolean) {
  return (word: string): Prisma.Sql =>
    Prisma.sql`SELECT id FROM supermarkets WHERE account_id = ${accountId} AND ${supermarketHas(word)}${alsoNamed(word, isWhole)}`;
}

/** Selects a column of branches with a word. @param isWhole whether also in what only `supermarkets:read` shows */
export function branchesWith(accountId: bigint, isWhole: boolean, column = Prisma.sql`id`) {
  return (word: string): Prisma.Sql =>
    Prisma.sql`SELECT ${column} FROM branches WHERE account_id = ${accountId} AND ${branchHas(word)}${alsoNamed(word, isWhole)}`;
}

function alsoNamed(word: string, isWhole: boolean): Prisma.Sql {
  return isWhole ? Prisma.empty : Prisma.sql` AND ${hasWord(Prisma.sql`name`, word)}`;
}

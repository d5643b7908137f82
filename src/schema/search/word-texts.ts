import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** A table whose column `words` has the text that words are searched in. */
export type WordTable = 'products' | 'supermarkets' | 'branches' | 'deliveries';

/** The texts from which the function `set_words` and the worker compute the column. */
export const WORD_TEXTS: Record<WordTable, Prisma.Sql> = {
  products: Prisma.sql`name || ' ' || coalesce(reference, '')`,
  supermarkets: Prisma.sql`name || ' ' || coalesce(reference, '')`,
  branches: Prisma.sql`name || ' ' || address || ' ' || coalesce(reference, '')`,
  deliveries: Prisma.sql`coalesce(reference, '') || ' ' || coalesce(order_number, '') || ' ' || coalesce(notes, '')`,
};

/** Returns the condition for rows from before the column, which the worker has not filled yet. */
export function lacksWords(table: WordTable): Prisma.Sql {
  return table === 'deliveries'
    ? Prisma.sql`words IS NULL AND (reference IS NOT NULL OR order_number IS NOT NULL OR notes IS NOT NULL)`
    : Prisma.sql`words IS NULL`;
}

/** The tables whose column is filled for all records of the account. */
export type Filled = Record<WordTable, boolean>;

/** Returns for which tables the indexes of words find all records of an account. */
export async function filledFor(db: Db, accountId: bigint): Promise<Filled> {
  const tables = Object.keys(WORD_TEXTS) as WordTable[];
  const columns = tables.map(
    (table) => Prisma.sql`NOT EXISTS (
      SELECT FROM ${Prisma.raw(table)} WHERE account_id = ${accountId} AND ${lacksWords(table)}
    ) AS ${Prisma.raw(table)}`,
  );
  const [filled] = await db.$queryRaw<[Filled]>`SELECT ${Prisma.join(columns)}`;
  return filled;
}

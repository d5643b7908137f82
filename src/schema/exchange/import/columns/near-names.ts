import { Prisma } from '../../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import type { ImportCheck } from './import-check.ts';

/** The maximum number of searches for near names per noun in a file, because each reads all records. */
const MAX_NEAR_SEARCHES = 3;

/** The tables of records that rows can name. */
export type NamedTable = 'supermarkets' | 'branches' | 'products';

/** A record whose name or reference is similar to a text in a row. */
interface NearRecord {
  id: bigint;
  /** The similar name or reference. */
  meant: string;
  supermarket_id?: bigint;
}

/** Records by the texts that are similar to their names or references. */
export type NearNames = ReadonlyMap<string, NearRecord[]>;

const NO_NEAR_NAMES: NearNames = new Map();

/**
 * Finds the records whose names or references differ from texts only in case, accents or spaces, with one
 * statement per batch.
 */
export async function nearNames(
  context: Context,
  table: NamedTable,
  texts: readonly string[],
  check: ImportCheck,
): Promise<NearNames> {
  const searches = check.nearSearches.get(table) ?? 0;
  if (texts.length === 0 || searches === MAX_NEAR_SEARCHES) return NO_NEAR_NAMES;
  check.nearSearches.set(table, searches + 1);
  const owner = table === 'branches' ? Prisma.sql`record.supermarket_id` : Prisma.sql`NULL::bigint`;
  const found = await context.db.$queryRaw<(NearRecord & { text: string })[]>`
    SELECT DISTINCT ON (given.text, record.id)
      given.text, record.id, own.text AS meant, ${owner} AS supermarket_id
    FROM ${Prisma.raw(table)} record,
      LATERAL (VALUES (1, record.name), (2, record.reference)) AS own (place, text)
      JOIN unnest(${[...new Set(texts)]}::text[]) AS given (text)
        ON replace(word_text(own.text), ' ', '') = replace(word_text(given.text), ' ', '')
    WHERE record.account_id = ${accountOf(context)}
    ORDER BY given.text, record.id, own.place`;
  return Map.groupBy(found, ({ text }) => text);
}

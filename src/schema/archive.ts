import { Prisma } from '../generated/prisma/client.ts';
import { accountOf, type Context } from './context.ts';
import { notFound } from './errors.ts';
import { recordIdOf } from './record-id.ts';

/** The tables whose records can be archived: the noun for errors, and what else changes with `archived_at`. */
const NOUNS = {
  products: { noun: 'product', touched: Prisma.sql`, updated_at = now()` },
  branches: { noun: 'branch', touched: Prisma.empty },
};

/**
 * Archives a record: it stays, but new deliveries cannot use it. Publishes no event, because the data in events does
 * not change. Returns the record's id. Archiving again keeps the first time.
 *
 * @throws AppError `not_found`
 */
export function archive(context: Context, table: keyof typeof NOUNS, id: string): Promise<bigint> {
  return mark(context, table, id, Prisma.sql`coalesce(archived_at, now())`);
}

/**
 * Restores an archived record and returns its id.
 *
 * @throws AppError `not_found`
 */
export function restore(context: Context, table: keyof typeof NOUNS, id: string): Promise<bigint> {
  return mark(context, table, id, Prisma.sql`NULL`);
}

async function mark(
  context: Context,
  table: keyof typeof NOUNS,
  id: string,
  archivedAt: Prisma.Sql,
): Promise<bigint> {
  const record = recordIdOf(id);
  const { noun, touched } = NOUNS[table];
  const where = Prisma.sql`account_id = ${accountOf(context)} AND id = ${record}`;
  const [found] = await context.db.$queryRaw<unknown[]>`
    WITH changed AS (
      UPDATE ${Prisma.raw(table)} SET archived_at = ${archivedAt}${touched}
      WHERE ${where} AND archived_at IS DISTINCT FROM ${archivedAt}
    )
    SELECT FROM ${Prisma.raw(table)} WHERE ${where}`;
  if (!found) throw notFound(noun);
  return record;
}

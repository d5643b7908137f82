import { Prisma } from '../generated/prisma/client.ts';
import { accountOf, type Context } from './context.ts';
import { notFound } from './errors.ts';
import { recordIdOf } from './record-id.ts';

const TABLES = {
  delivery: Prisma.sql`deliveries`,
  product: Prisma.sql`products`,
  supermarket: Prisma.sql`supermarkets`,
  webhook: Prisma.sql`webhook_subscriptions`,
};

/** The kinds of records that can be locked. */
export type RecordKind = keyof typeof TABLES;

/**
 * Locks a record until the transaction ends.
 *
 * @throws AppError `not_found`
 */
export async function lockRecord(context: Context, kind: RecordKind, id: string): Promise<void> {
  const locked = await context.db.$queryRaw<unknown[]>`
    SELECT id FROM ${TABLES[kind]}
    WHERE account_id = ${accountOf(context)} AND id = ${recordIdOf(id)} FOR UPDATE`;
  if (locked.length === 0) throw notFound(kind);
}

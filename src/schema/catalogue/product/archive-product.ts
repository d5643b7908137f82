import { Prisma } from '../../../generated/prisma/client.ts';
import { ARCHIVED, IN_USE } from '../../core/noun/archived.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/**
 * Archives a product: it stays, but new deliveries cannot use it. Publishes no event, because the data in
 * events does not change. Returns its id. Archiving again keeps the first time.
 *
 * @throws AppError `not_found`
 */
export function archiveProduct(context: Context, id: string): Promise<bigint> {
  return mark(context, id, ARCHIVED);
}

/**
 * Restores an archived product and returns its id.
 *
 * @throws AppError `not_found`
 */
export function restoreProduct(context: Context, id: string): Promise<bigint> {
  return mark(context, id, IN_USE);
}

async function mark(context: Context, id: string, archivedAt: Prisma.Sql): Promise<bigint> {
  const record = recordIdOf(id);
  const where = Prisma.sql`account_id = ${accountOf(context)} AND id = ${record}`;
  const [found] = await context.db.$queryRaw<unknown[]>`
    WITH changed AS (
      UPDATE products SET archived_at = ${archivedAt}, updated_at = now()
      WHERE ${where} AND archived_at IS DISTINCT FROM ${archivedAt}
    )
    SELECT FROM products WHERE ${where}`;
  if (!found) throw notFound('product');
  return record;
}

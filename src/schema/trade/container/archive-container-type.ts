import { Prisma } from '../../../generated/prisma/client.ts';
import { ARCHIVED, IN_USE } from '../../core/noun/archived.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/**
 * Archives a container type, and returns its id: its balances stay, but deliveries cannot get it any more.
 * Archiving again keeps the first time.
 *
 * @throws AppError `not_found`
 */
export function archiveContainerType(context: Context, id: string): Promise<bigint> {
  return markType(context, id, ARCHIVED);
}

/**
 * Restores an archived container type, and returns its id.
 *
 * @throws AppError `not_found`
 */
export function restoreContainerType(context: Context, id: string): Promise<bigint> {
  return markType(context, id, IN_USE);
}

async function markType(context: Context, id: string, archivedAt: Prisma.Sql): Promise<bigint> {
  const record = recordIdOf(id);
  const marked = await context.db.$executeRaw`
    UPDATE container_types SET archived_at = ${archivedAt}
    WHERE account_id = ${accountOf(context)} AND id = ${record}`;
  if (marked === 0) throw notFound('container type');
  return record;
}

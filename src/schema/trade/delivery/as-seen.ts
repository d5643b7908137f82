import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * Returns SQL for whether the row of `deliveries` to change is the one that the statement saw when it began.
 * While it waited for a lock, another transaction can have changed other tables, such as lots, unseen: then
 * the statement must be run again.
 */
export function asSeen(accountId: bigint, id: bigint): Prisma.Sql {
  return Prisma.sql`deliveries.xmin = (
    SELECT seen.xmin FROM deliveries seen WHERE seen.account_id = ${accountId} AND seen.id = ${id})`;
}

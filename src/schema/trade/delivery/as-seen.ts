import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * Returns SQL for whether the row of `deliveries` that a statement changes is the one that the statement saw
 * when it began. It can wait for another transaction in between, whose changes to other tables, such as lots,
 * it does not see: then it must be run again.
 */
export function asSeen(accountId: bigint, id: bigint): Prisma.Sql {
  return Prisma.sql`deliveries.xmin = (
    SELECT seen.xmin FROM deliveries seen WHERE seen.account_id = ${accountId} AND seen.id = ${id})`;
}

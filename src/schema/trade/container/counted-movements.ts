import { Prisma } from '../../../generated/prisma/client.ts';

/** The movements to read: those of an account, or of one supermarket, branch or type. */
export interface CountedMovements {
  accountId: bigint;
  supermarketId?: bigint | undefined;
  branchId?: bigint | undefined;
  typeId?: bigint | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns SQL for the movements that count: of deliveries that have left, and by adjustments. Each part is in
 * the order of an index that has all of its columns.
 */
export function countedMovements(movements: CountedMovements): Prisma.Sql {
  return Prisma.sql`
    SELECT supermarket_id, branch_id, type_id, counted_on AS date, quantity_out AS count_out,
           quantity_back AS count_back, 0 AS adjusted, quantity_out - quantity_back AS quantity
    FROM delivery_containers WHERE ${movementsOf(movements, Prisma.sql`counted_on`)}
    UNION ALL
    SELECT supermarket_id, branch_id, type_id, date, 0, 0, quantity, quantity
    FROM container_adjustments WHERE ${movementsOf(movements, Prisma.sql`date`)}`;
}

/** Returns the condition for the rows of movements, whose day is in the column `day`. */
export function movementsOf(
  { accountId, supermarketId, branchId, typeId, from, to }: CountedMovements,
  day: Prisma.Sql,
): Prisma.Sql {
  const conditions = [Prisma.sql`account_id = ${accountId}`, Prisma.sql`${day} IS NOT NULL`];
  if (supermarketId !== undefined) conditions.push(Prisma.sql`supermarket_id = ${supermarketId}`);
  if (branchId !== undefined) conditions.push(Prisma.sql`branch_id = ${branchId}`);
  if (typeId !== undefined) conditions.push(Prisma.sql`type_id = ${typeId}`);
  if (from !== undefined) conditions.push(Prisma.sql`${day} >= ${from}::date`);
  if (to !== undefined) conditions.push(Prisma.sql`${day} <= ${to}::date`);
  return Prisma.join(conditions, ' AND ');
}

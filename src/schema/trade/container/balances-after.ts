import { Prisma } from '../../../generated/prisma/client.ts';
import { type CountedMovements, movementsOf } from './counted-movements.ts';

export const BALANCE_GROUPS = ['supermarket', 'branch'] as const;

/** The position of a balance in the list. The branch is 0 for none; ids begin with 1. */
export interface BalancePosition {
  supermarketId: bigint;
  branchId: bigint;
  typeId: bigint;
}

/** The position before all balances. */
export const BEFORE_ALL_BALANCES: BalancePosition = { supermarketId: 0n, branchId: 0n, typeId: 0n };

interface RequestedBalances extends CountedMovements {
  by: (typeof BALANCE_GROUPS)[number];
}

/**
 * Returns SQL for the balances after a position that are not 0, in their order. With a limit, it adds up one
 * supermarket after the other until it has enough, each from an index alone. Grouping the movements of the
 * account would read all of them.
 */
export function balancesAfter(
  { supermarketId, branchId, typeId }: BalancePosition,
  { by, ...movements }: RequestedBalances,
): Prisma.Sql {
  const groups = by === 'branch' ? Prisma.sql`branch_id, type_id` : Prisma.sql`type_id`;
  const branch = by === 'branch' ? Prisma.sql`coalesce(branch_id, 0)` : Prisma.sql`0::bigint`;
  const { accountId, supermarketId: only } = movements;
  return Prisma.sql`
    SELECT supermarket.id AS supermarket_id, added.branch_id, added.type_id, added.balance
    FROM supermarkets supermarket CROSS JOIN LATERAL (
      SELECT ${branch} AS branch_id, type_id, sum(quantity)::numeric AS balance FROM (
        SELECT ${groups}, sum(quantity_out - quantity_back) AS quantity FROM delivery_containers
        WHERE ${movementsOf(movements, Prisma.sql`counted_on`)} AND supermarket_id = supermarket.id
        GROUP BY ${groups}
        UNION ALL
        SELECT ${groups}, sum(quantity) FROM container_adjustments
        WHERE ${movementsOf(movements, Prisma.sql`date`)} AND supermarket_id = supermarket.id
        GROUP BY ${groups}
      ) AS part
      GROUP BY ${groups} HAVING sum(quantity) <> 0
    ) AS added
    WHERE supermarket.account_id = ${accountId} AND supermarket.id >= ${supermarketId}
      AND ${only === undefined ? Prisma.sql`true` : Prisma.sql`supermarket.id = ${only}`}
      AND (supermarket.id, added.branch_id, added.type_id) > (${supermarketId}, ${branchId}, ${typeId})
    ORDER BY supermarket.id, added.branch_id, added.type_id`;
}

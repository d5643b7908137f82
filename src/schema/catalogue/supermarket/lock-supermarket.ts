import type { Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Returns the condition for the supermarket of a branch. */
export function supermarketOf(accountId: bigint, branch: bigint): Prisma.Sql {
  return Prisma.sql`account_id = ${accountId} AND id = (
    SELECT supermarket_id FROM branches WHERE account_id = ${accountId} AND id = ${branch})`;
}

/**
 * Locks the supermarket of a branch until the transaction ends. A change of a branch is one of its
 * supermarket too, and transactions that lock the supermarket first wait for each other instead of for both.
 */
export async function lockSupermarketOf(tx: Tx, accountId: bigint, branch: bigint): Promise<void> {
  await tx.$queryRaw`SELECT FROM supermarkets WHERE ${supermarketOf(accountId, branch)} FOR NO KEY UPDATE`;
}

import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { hintGeneration } from './generation-jobs.ts';

/**
 * Makes the generation look again at the standing orders of an account, or of one of its branches, in the transaction of
 * what moves their dates: closed days, public holidays, the time zone.
 */
export async function replanStandingOrders(
  tx: Db,
  accountId: bigint,
  branchId: bigint | null = null,
): Promise<void> {
  const ofBranch = branchId === null ? Prisma.empty : Prisma.sql`AND branch_id = ${branchId}`;
  // In one order, so that two changes wait for each other, but never in a circle.
  const replanned = await tx.$executeRaw`
    WITH concerned AS MATERIALIZED (
      SELECT id FROM standing_orders WHERE account_id = ${accountId} AND check_at IS NOT NULL ${ofBranch}
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE standing_orders SET check_at = now() FROM concerned
    WHERE standing_orders.account_id = ${accountId} AND standing_orders.id = concerned.id`;
  if (replanned > 0) await hintGeneration(tx, accountId);
}

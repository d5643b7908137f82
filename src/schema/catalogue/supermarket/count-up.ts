import type { Tx } from '../../../database/connect.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { callerOf, type Context } from '../../core/context.ts';

/**
 * Increments the account's count. Its row stays locked until the transaction ends, so racing transactions
 * count one after the other and a failure undoes the increment.
 *
 * @throws AppError `quota_exceeded`
 */
export async function countUp(
  tx: Tx,
  context: Context,
  more: { supermarkets: number; branches: number },
): Promise<void> {
  const { accountId, plan } = callerOf(context);
  const { quotas } = PLAN_LIMITS[plan];
  const counted = await tx.$executeRaw`
    INSERT INTO supermarket_counts AS counter (account_id, supermarkets, branches)
    VALUES (${accountId}, ${more.supermarkets}, ${more.branches})
    ON CONFLICT (account_id) DO UPDATE
    SET supermarkets = counter.supermarkets + excluded.supermarkets, branches = counter.branches + excluded.branches
    WHERE (excluded.supermarkets = 0 OR counter.supermarkets + excluded.supermarkets <= ${quotas.supermarkets})
      AND (excluded.branches = 0 OR counter.branches + excluded.branches <= ${quotas.branches})`;
  if (counted > 0) return;
  const counter = await tx.supermarketCount.findUniqueOrThrow({ where: { accountId } });
  const isFull = counter.supermarkets + more.supermarkets > quotas.supermarkets;
  throw quotaExceeded(plan, more.supermarkets > 0 && isFull ? 'supermarkets' : 'branches');
}

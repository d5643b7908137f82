import type { Tx } from '../../../database/connect.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { snakeOf } from '../../core/noun/names.ts';
import { type Plan, PLAN_LIMITS, type Quotas } from '../../core/caller/plans.ts';

const QUOTA_NAMES: Record<keyof Quotas, string> = {
  supermarkets: 'supermarkets',
  branches: 'branches in all supermarkets together',
  products: 'products',
  webhooks: 'webhooks',
  apiKeys: 'API keys',
  photos: 'photos of receipts',
  standingOrders: 'standing orders that have not ended',
  containerTypes: 'container types',
  priceAgreements: 'agreed prices',
};

/** The ways to make room without a larger plan. Records of other kinds cannot be deleted. */
const REMEDIES: Partial<Record<keyof Quotas, string>> = {
  webhooks: 'Delete a webhook you no longer need, or upgrade the plan',
  apiKeys: 'Revoke a key you no longer use, or upgrade the plan',
  standingOrders: 'End a standing order you no longer need, or upgrade the plan',
  containerTypes: 'Restore and rename an archived one instead',
  priceAgreements: 'Remove agreed prices of past periods, or upgrade the plan',
};

/** Returns the error for exceeding a quota of the plan. */
export function quotaExceeded(plan: Plan, what: keyof Quotas): AppError {
  const name = plan[0]!.toUpperCase() + plan.slice(1);
  const max = PLAN_LIMITS[plan].quotas[what];
  const remedy = REMEDIES[what] ?? 'Upgrade the plan to create more';
  return fault(
    'plan_limit',
    `The ${name} plan includes at most ${max.toLocaleString('en')} ${QUOTA_NAMES[what]}. ${remedy}`,
    null,
    {
      what: snakeOf(what),
      max,
    },
  );
}

/**
 * Requires room for one more of the rows that `rows` selects. It locks the account until the transaction
 * ends, so that no other transaction takes the last room, and counts no further than the quota.
 *
 * @throws AppError `quota_exceeded`
 */
export async function requireQuota(
  tx: Tx,
  accountId: bigint,
  what: keyof Quotas,
  rows: Prisma.Sql,
): Promise<void> {
  const [account] = await tx.$queryRaw<[{ plan: Plan }]>`
    SELECT plan FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  const max = PLAN_LIMITS[account.plan].quotas[what];
  // A separate statement sees what other transactions committed while this one waited for the lock.
  const [{ count }] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (${rows} LIMIT ${max}) AS counted`;
  if (count >= max) throw quotaExceeded(account.plan, what);
}

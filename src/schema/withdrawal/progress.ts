import type { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';

/** How far a withdrawal has come. */
export interface Progress {
  branches: number;
  notified: number;
  acknowledged: number;
  delivered: Prisma.Decimal;
  accountedFor: Prisma.Decimal;
}

/** Counts the notices of a withdrawal, and what branches found, destroyed or hold. */
export async function progressOf(context: Context, id: bigint): Promise<Progress> {
  const [progress] = await context.db.$queryRaw<[Progress]>`
    SELECT count(*)::int AS branches,
           count(*) FILTER (WHERE sent_at IS NOT NULL OR acknowledged_at IS NOT NULL)::int AS notified,
           count(acknowledged_at)::int AS acknowledged, coalesce(sum(quantity), 0)::numeric AS delivered,
           coalesce(sum(coalesce(quantity_found, 0)), 0)::numeric AS "accountedFor"
    FROM withdrawal_notices WHERE account_id = ${accountOf(context)} AND withdrawal_id = ${id}`;
  return progress;
}

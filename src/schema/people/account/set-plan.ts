import { z } from 'zod';
import type { Db } from '../../../database/connect.ts';
import { valid } from '../../core/noun/valid.ts';
import type { AccountSummary } from './create-account.ts';
import { findAccount } from './find-account.ts';
import { PLANS } from '../../core/caller/plans.ts';

const PlanInput = z.enum(PLANS, `plan must be one of ${PLANS.join(', ')}`);

/**
 * Changes an account's plan. The new limits apply at once; usage so far still counts.
 *
 * @throws AppError `not_found`, `validation_error`
 */
export async function setPlan(db: Db, email: string, plan: unknown): Promise<AccountSummary> {
  const account = await findAccount(db, email);
  const changed = { plan: valid(PlanInput, plan) };
  await db.account.update({ where: { id: account.id }, data: changed });
  return { ...account, ...changed };
}

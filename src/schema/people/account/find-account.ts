import type { Db } from '../../../database/connect.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { emailKey } from '../../core/noun/rules.ts';
import type { AccountSummary } from './create-account.ts';
import type { Plan } from '../../core/caller/plans.ts';

/**
 * Returns the account with this e-mail address, ignoring case.
 *
 * @throws AppError `not_found`, also for a deleted account
 */
export async function findAccount(db: Db, email: string): Promise<AccountSummary> {
  const account = await db.account.findUnique({
    where: { email: emailKey(email) },
    select: { id: true, email: true, name: true, plan: true, deletedAt: true },
  });
  if (!account) throw fault('unknown_account', `No account with the e-mail ${email}`);
  const { deletedAt, ...summary } = account;
  // guard: found-deleted-account
  if (deletedAt) throw deleted(summary.email);
  return { ...summary, plan: summary.plan as Plan };
}

/** Returns an account that exists. @throws AppError `not_found` if it was deleted */
export async function requireAccount(
  db: Db,
  id: bigint,
): Promise<{ id: bigint; plan: Plan; timeZone: string }> {
  const select = { email: true, plan: true, timeZone: true, deletedAt: true };
  const { email, plan, timeZone, deletedAt } = await db.account.findUniqueOrThrow({ where: { id }, select });
  // guard: account-by-id-deleted
  if (deletedAt) throw deleted(email);
  return { id, plan: plan as Plan, timeZone };
}

/** Returns the time zone of an account that exists. */
export async function timeZoneOf(db: Db, id: bigint): Promise<string> {
  return (await db.account.findUniqueOrThrow({ where: { id }, select: { timeZone: true } })).timeZone;
}

function deleted(email: string): AppError {
  return fault(
    'account_deleted',
    `The account with the e-mail ${email} is deleted. Run account restore first`,
  );
}

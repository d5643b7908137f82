import type { Db } from '../../database/connect.ts';
import { fault } from '../errors.ts';
import { emailKey } from '../rules.ts';
import type { AccountSummary } from './create-account.ts';
import type { Plan } from './plans.ts';

/**
 * Returns the account with this e-mail address, ignoring case.
 *
 * @throws AppError `not_found`
 */
export async function findAccount(db: Db, email: string): Promise<AccountSummary> {
  const account = await db.account.findUnique({
    where: { email: emailKey(email) },
    select: { id: true, email: true, name: true, plan: true },
  });
  if (!account) throw fault('not_found', `No account with the e-mail ${email}`);
  return { ...account, plan: account.plan as Plan };
}

/** Returns the time zone of an account that exists. */
export async function timeZoneOf(db: Db, id: bigint): Promise<string> {
  return (await db.account.findUniqueOrThrow({ where: { id }, select: { timeZone: true } })).timeZone;
}

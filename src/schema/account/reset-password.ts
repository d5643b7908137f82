import { z } from 'zod';
import { type Db, inTransaction } from '../../database/connect.ts';
import { valid } from '../valid.ts';
import type { AccountSummary } from './create-account.ts';
import { findAccount } from './find-account.ts';
import { hashPassword, newPassword } from './password.ts';

const ResetPassword = z.strictObject({ email: z.string(), password: newPassword });

/**
 * Sets a new password for a user who lost the old one. Ends all sessions and forgets all known browsers; keys stay
 * valid.
 *
 * @throws AppError `not_found`, `validation_error`
 */
export async function resetPassword(db: Db, input: unknown): Promise<AccountSummary> {
  const { email, password } = valid(ResetPassword, input);
  const account = await findAccount(db, email);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await tx.account.update({ where: { id: account.id }, data: { passwordHash }, select: { id: true } });
    await tx.session.deleteMany({ where: { accountId: account.id } });
    await tx.knownDevice.deleteMany({ where: { accountId: account.id } });
  });
  return account;
}

import { z } from 'zod';
import { type Db, inTransaction } from '../../database/connect.ts';
import { endResets } from '../person/end-resets.ts';
import { valid } from '../valid.ts';
import type { AccountSummary } from './create-account.ts';
import { findAccount } from './find-account.ts';
import { hashPassword, newPassword } from './password.ts';

const ResetPassword = z.strictObject({ email: z.string(), password: newPassword });

/**
 * Sets a new password for the owner whose address the account has. Ends all their sessions and forgets their known
 * browsers; keys stay valid.
 *
 * @throws AppError `not_found`, `validation_error`
 */
export async function resetPassword(db: Db, input: unknown): Promise<AccountSummary> {
  const { email, password } = valid(ResetPassword, input);
  const account = await findAccount(db, email);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const { id } = await tx.person.update({
      where: { email: account.email, accountId: account.id },
      data: { passwordHash },
      select: { id: true },
    });
    const where = { accountId: account.id, personId: id };
    await tx.session.deleteMany({ where });
    await tx.knownDevice.deleteMany({ where });
    await endResets(tx, where);
  });
  return account;
}

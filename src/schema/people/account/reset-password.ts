import { z } from 'zod';
import { type Db, inTransaction } from '../../../database/connect.ts';
import { endResets } from '../person/end-resets.ts';
import { valid } from '../../core/noun/valid.ts';
import { fault } from '../../core/errors.ts';
import { hashPassword, newPassword } from './password.ts';

const ResetPassword = z.strictObject({ email: z.string(), password: newPassword });

/** The person whose password was reset. */
export interface PasswordReset {
  accountId: bigint;
  personId: bigint;
  email: string;
}

/**
 * Sets a new password for the person with this e-mail address, ignoring case, whatever their role. Ends all
 * their sessions and forgets their known browsers; keys stay valid.
 *
 * @throws AppError `not_found`, `validation_error`
 */
export async function resetPassword(db: Db, input: unknown): Promise<PasswordReset> {
  const { email, password } = valid(ResetPassword, input);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const [person] = await tx.person.updateManyAndReturn({
      where: { email: email.trim().toLowerCase() },
      data: { passwordHash },
      select: { accountId: true, id: true, email: true },
    });
    if (!person) throw fault('unknown_account', `No person with the e-mail ${email}`);
    const where = { accountId: person.accountId, personId: person.id };
    await tx.session.deleteMany({ where });
    await tx.knownDevice.deleteMany({ where });
    await endResets(tx, where);
    return { ...where, email: person.email };
  });
}

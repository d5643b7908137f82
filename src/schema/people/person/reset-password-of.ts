import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { hashPassword, triedPassword } from '../account/password.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import type { Context } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { requirePassword } from '../second-factor/require-password.ts';
import { valid } from '../../core/noun/valid.ts';
import { endResets } from './end-resets.ts';
import { lockOwners } from './lock-owners.ts';

/** Letters and digits that are not mistaken for others, because people type them on phones. */
const PASSWORD_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 signs are 79 bits. */
const NEW_PASSWORD_LENGTH = 16;

const ResetPasswordOf = z.strictObject({ password: triedPassword });

/** A person, and their new password. */
export interface PersonWithPassword {
  personId: bigint;
  newPassword: string;
}

/**
 * Sets a new, random password for a person who is no owner. The owner who resets it enters their own
 * password. Ends all sessions of the person and forgets their known browsers; a second factor stays on.
 *
 * @throws AppError `not_found`, `insufficient_scope` if the caller is no longer an owner, `validation_error`
 * for an owner and for a wrong password; `rate_limited` or `service_unavailable` with `retryAfter`
 */
export async function resetPasswordOf(
  context: Context,
  id: string,
  input: unknown,
): Promise<PersonWithPassword> {
  const record = recordIdOf(id);
  const { password } = valid(ResetPasswordOf, input);
  const { accountId } = await requirePassword(context, password);
  const newPassword = randomPassword();
  const passwordHash = await hashPassword(newPassword);
  await inAuditedTransaction(
    context,
    async (inside) => {
      const { db: tx } = inside;
      const { person } = await lockOwners(tx, context, record);
      // guard: reset-of-owner
      if (person.role === 'owner') {
        const wording = 'is an owner. Owners reset their own password, or ask the operator of the service';
        throw errorAt('id', 'is_owner', wording);
      }
      const where = { accountId, personId: record };
      await tx.$executeRaw`
        UPDATE people SET password_hash = ${passwordHash} WHERE account_id = ${accountId} AND id = ${record}`;
      // guard: reset-person-sessions
      await tx.session.deleteMany({ where });
      // guard: reset-person-devices
      await tx.knownDevice.deleteMany({ where });
      await endResets(tx, where);
    },
    { action: 'password.reset', details: { person: id } },
  );
  return { personId: record, newPassword };
}

function randomPassword(): string {
  const signs = Array.from(
    { length: NEW_PASSWORD_LENGTH },
    () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)],
  ).join('');
  return signs.match(/.{4}/g)!.join('-');
}

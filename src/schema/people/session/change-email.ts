import { z } from 'zod';
import { isDuplicate } from '../../../database/duplicate.ts';
import { isPassword, triedPassword } from '../account/password.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { claimEmail } from '../cell/claim-email.ts';
import { emailTaken } from '../cell/directory.ts';
import { releaseUnused } from '../cell/release-unused.ts';
import { byId, callerOf, type Context, visitOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { endResets } from '../person/end-resets.ts';
import { email } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { countGuess, subjectOf, tooManyGuesses } from './count-guess.ts';
import type { PersonCredentials } from './open-session.ts';
import { wrongPassword } from './wrong-password.ts';

const ChangeEmail = z.strictObject({
  currentPassword: triedPassword,
  email: email.transform((value) => value.toLowerCase()),
});

/**
 * Changes the e-mail address that the person signs in with, and that of the account if it is the same.
 * Sessions and keys stay valid. It reveals whether an address is taken, so each person has few attempts a
 * day, successful or not.
 *
 * @throws AppError `validation_error`, also when the password is wrong or the e-mail is taken; `rate_limited`
 * with `retryAfter`
 */
export async function changeEmail(context: Context, input: unknown): Promise<void> {
  const visit = visitOf(context);
  const { accountId, sessionId = 0n, personId = 0n } = callerOf(context);
  const { currentPassword, email } = valid(ChangeEmail, input);
  const { passwordHash } = await context.db.person.findUniqueOrThrow(byId(context, personId));
  await countGuess(visit, { known: subjectOf('session', String(sessionId)) }, async () => {
    // guard: email-change-password
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();
  });
  const { retryAfter, giveBack } = await visit.guesses.take({
    changeEmail: subjectOf(String(accountId), /* guard: email-change-person */ String(personId)),
  });
  // guard: email-change-guesses
  if (retryAfter !== null) throw tooManyGuesses(retryAfter);
  try {
    await storeEmail(context, { accountId, id: personId, passwordHash }, email);
  } catch (error) {
    if (!(error instanceof AppError)) await giveBack();
    throw error;
  }
}

async function storeEmail(
  context: Context,
  { accountId, id, passwordHash }: PersonCredentials,
  email: string,
): Promise<void> {
  let isNewClaim = false;
  let former: string;
  try {
    former = await inAuditedTransaction(
      context,
      async (inside) => {
        const { db: tx } = inside;
        const [before] = await tx.$queryRaw<{ email: string }[]>`
          SELECT email FROM people
          WHERE account_id = ${accountId} AND id = ${id}
            /* guard: email-change-race */ AND password_hash = ${passwordHash} /* end */ FOR UPDATE`;
        if (!before) throw wrongPassword();
        isNewClaim = await claimEmail(tx, context.settings.directory, email);
        await tx.$executeRaw`UPDATE people SET email = ${email} WHERE account_id = ${accountId} AND id = ${id}`;
        // A link to reset the password was mailed to the former address.
        // guard: email-change-resets
        await endResets(tx, { accountId, personId: id });
        // The account has the address of one of its owners.
        await tx.$executeRaw`UPDATE accounts SET email = ${email} WHERE id = ${accountId}
          /* guard: account-email-owner */ AND email = ${before.email}`;
        return before.email;
      },
      (before) => (before === email ? undefined : { action: 'email.changed' }),
    );
  } catch (error) {
    if (isNewClaim) await releaseUnused(context, email);
    throw isDuplicate(error) ? emailTaken() : error;
  }
  if (former !== email) await releaseUnused(context, former);
}

import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { isDuplicate } from '../../database/duplicate.ts';
import { isPassword, triedPassword } from '../account/password.ts';
import { claimEmail, releaseEmail } from '../cell/claim-email.ts';
import { emailTaken } from '../cell/directory.ts';
import { callerOf, type Context, visitOf } from '../context.ts';
import { AppError } from '../errors.ts';
import { email } from '../rules.ts';
import { valid } from '../valid.ts';
import { countGuess, subjectOf, tooMany } from './count-guess.ts';
import { wrongPassword } from './wrong-password.ts';

const ChangeEmail = z.strictObject({
  currentPassword: triedPassword,
  email: email.transform((value) => value.toLowerCase()),
});

/**
 * Changes the e-mail address that the user signs in with. Sessions and keys stay valid. It reveals whether an address is
 * taken, so each account has few attempts a day, successful or not.
 *
 * @throws AppError `validation_error`, also when the password is wrong or the e-mail is taken; `rate_limited` with
 * `retryAfter`
 */
export async function changeEmail(context: Context, input: unknown): Promise<void> {
  const visit = visitOf(context);
  const { accountId, sessionId = 0n } = callerOf(context);
  const { currentPassword, email } = valid(ChangeEmail, input);
  const { passwordHash } = await context.db.account.findUniqueOrThrow({ where: { id: accountId } });
  await countGuess(visit, { known: subjectOf('session', String(sessionId)) }, async () => {
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();
  });
  const { retryAfter, giveBack } = await visit.guesses.take({ changeEmail: String(accountId) });
  if (retryAfter !== null) throw tooMany(retryAfter);
  try {
    await store(context, { id: accountId, passwordHash }, email);
  } catch (error) {
    if (!(error instanceof AppError)) await giveBack();
    throw error;
  }
}

async function store(
  context: Context,
  account: { id: bigint; passwordHash: string },
  email: string,
): Promise<void> {
  let isNewClaim = false;
  let former: string;
  try {
    former = await inTransaction(context.db, async (tx) => {
      const [before] = await tx.$queryRaw<{ email: string }[]>`
        SELECT email FROM accounts WHERE id = ${account.id} AND password_hash = ${account.passwordHash} FOR UPDATE`;
      if (!before) throw wrongPassword();
      isNewClaim = await claimEmail(tx, context.settings.directory, email);
      await tx.account.update({ where: { id: account.id }, data: { email }, select: { id: true } });
      return before.email;
    });
  } catch (error) {
    if (isNewClaim) await release(context, email);
    throw isDuplicate(error) ? emailTaken() : error;
  }
  if (former !== email) await release(context, former);
}

/** Releases the claim of an e-mail that the account does not have, so that accounts of other cells can have it. */
async function release({ db, settings: { directory }, log }: Context, email: string): Promise<void> {
  if (!directory) return;
  try {
    await releaseEmail(db, directory, email);
  } catch (error) {
    // A new account of this cell may have the e-mail by now.
    if (error instanceof AppError) return;
    log().warn({ err: error }, 'an e-mail that no account has stays reserved for this cell');
  }
}

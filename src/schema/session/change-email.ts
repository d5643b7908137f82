import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { isPassword, triedPassword } from '../account/password.ts';
import { emailTaken } from '../cell/directory.ts';
import { callerOf, type Context, visitOf } from '../context.ts';
import { email } from '../rules.ts';
import { valid } from '../valid.ts';
import { countGuess, subjectOf } from './count-guess.ts';
import { wrongPassword } from './wrong-password.ts';

const ChangeEmail = z.strictObject({
  currentPassword: triedPassword,
  email: email.transform((value) => value.toLowerCase()),
});

/**
 * Changes the e-mail address that the user signs in with. Sessions and keys stay valid. A taken address counts as a
 * wrong guess, so that nobody can test many addresses here.
 *
 * @throws AppError `validation_error`, also when the password is wrong or the e-mail is taken; `rate_limited` with
 * `retryAfter`
 */
export async function changeEmail(context: Context, input: unknown): Promise<void> {
  const visit = visitOf(context);
  const { accountId, sessionId = 0n } = callerOf(context);
  const { currentPassword, email } = valid(ChangeEmail, input);
  const guessing = { known: subjectOf('session', String(sessionId)) };
  const { passwordHash } = await context.db.account.findUniqueOrThrow({ where: { id: accountId } });
  await countGuess(visit, guessing, async () => {
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();
    await context.settings.directory?.claim(email);
    try {
      const { count } = await context.db.account.updateMany({
        where: { id: accountId, passwordHash },
        data: { email },
      });
      if (count === 0) throw wrongPassword();
    } catch (error) {
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      if (isTaken) throw emailTaken();
      throw error;
    }
  });
}

import { isPassword } from '../account/password.ts';
import { byId, callerOf, type Context, visitOf } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { countGuess, subjectOf } from '../session/count-guess.ts';
import type { FactorOwner } from './spend-code.ts';

/**
 * Requires the password of the signed-in person, because a session alone must not change a second factor.
 * Guesses in all their sessions count together. Returns the person with their e-mail address.
 *
 * @throws AppError `validation_error` when it is wrong; `rate_limited` with `retryAfter`
 */
export async function requirePassword(
  context: Context,
  password: string,
): Promise<FactorOwner & { email: string }> {
  const { accountId, personId = 0n } = callerOf(context);
  const { email, passwordHash } = await context.db.person.findUniqueOrThrow(byId(context, personId));
  const guessing = { known: subjectOf('person', String(accountId), String(personId)) };
  await countGuess(visitOf(context), guessing, async () => {
    if (await isPassword(password, passwordHash)) return;
    throw errorAt('password', 'wrong_password', 'is incorrect');
  });
  return { accountId, personId, email };
}

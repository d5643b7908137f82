import { z } from 'zod';
import { prepareAccount, storeAccount } from '../account/create-account.ts';
import { newPassword } from '../account/password.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { emailHash } from '../../core/audit/email-hash.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { type Context, visitOf } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { email, text } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { tooManyGuesses } from './count-guess.ts';
import { enterSession, openSession } from './open-session.ts';

const SignUp = z.strictObject({ name: text(), email, password: newPassword });

/**
 * Opens an account on the Free plan, signs its browser in, and returns the id of the session. Sign-up reveals
 * whether an e-mail address is taken, so each network address has few attempts, successful or not.
 *
 * @throws AppError `insufficient_scope` where sign-up is disabled, `validation_error`, `rate_limited` or
 * `service_unavailable` with `retryAfter`
 */
export async function signUp(context: Context, input: unknown): Promise<bigint> {
  const visit = visitOf(context);
  // guard: sign-up-permission
  if (!context.settings.signUpAllowed) {
    throw fault('sign_up_disabled', 'Sign-up is disabled. Ask the operator of this service for an account');
  }
  const account = valid(SignUp, input);
  const { address, network } = visit;
  const { retryAfter, giveBack } = await visit.guesses.take({
    signUp: address,
    ...(network !== address && { signUpNetwork: network }),
  });
  // guard: sign-up-limit
  if (retryAfter !== null) throw tooManyGuesses(retryAfter);
  const prepared = await prepareAccount(account).catch(async (error: unknown) => {
    // The hashing queue was full, so the attempt does not count.
    await giveBack();
    throw error;
  });
  const opened = await inAuditedTransaction(
    context,
    async (inside) => {
      const { id: accountId, ownerId } = await storeAccount(inside.db, prepared, context.settings.directory);
      const owner = { accountId, id: ownerId, passwordHash: prepared.passwordHash };
      return (await openSession(inside.db, visit, owner))!;
    },
    ({ caller }) => ({
      accountId: caller.accountId,
      actor: actorOf({ ...context, caller }),
      action: 'account.opened',
      logged: emailHash(account.email),
    }),
  );
  return enterSession(context, opened);
}

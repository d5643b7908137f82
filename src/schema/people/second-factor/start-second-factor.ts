import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { triedPassword } from '../account/password.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { callerOf, type Context, visitOf } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { secondFactorSecret } from '../../core/secret/secret-box.ts';
import { countGuess } from '../session/count-guess.ts';
import { valid } from '../../core/noun/valid.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { requirePassword } from './require-password.ts';
import { recognizedCodeGuesses, lockFactor, spendCode, stepOf, triedCode, wrongCode } from './spend-code.ts';

/** The name that apps show above their codes. */
const ISSUER = 'Provender';

const StartSecondFactor = z.strictObject({ password: triedPassword });
const Code = z.strictObject({ code: triedCode });

/** The setup of an authenticator app, as a URI for a QR code and as text. */
export interface FactorSetup {
  uri: string;
  secret: string;
}

/**
 * Begins to set up a second factor, which replaces one that was not confirmed. It is not required before
 * {@link confirmSecondFactor}.
 *
 * @throws AppError `validation_error`, also for a wrong password or a confirmed second factor; `rate_limited`
 * with `retryAfter`
 */
export async function startSecondFactor(context: Context, input: unknown): Promise<FactorSetup> {
  const { password } = valid(StartSecondFactor, input);
  const { accountId, personId, email } = await requirePassword(context, password);
  const totp = new TOTP({ issuer: ISSUER, label: email, secret: new Secret() });
  const secret = totp.secret.base32;
  const sealed = context.settings.secrets.seal(secret, secondFactorSecret(accountId, personId));
  await inAuditedTransaction(
    context,
    async (inside) => {
      const stored = await inside.db.$executeRaw`
        INSERT INTO second_factors (account_id, person_id, secret) VALUES (${accountId}, ${personId}, ${sealed})
        ON CONFLICT (account_id, person_id) DO UPDATE SET secret = excluded.secret
        /* guard: unconfirmed-factor */ WHERE second_factors.confirmed_at IS NULL`;
      if (stored === 0)
        throw fault('second_factor_set', 'You have a second factor already. Turn it off first');
    },
    { action: 'second_factor.started' },
  );
  return { uri: totp.toString(), secret };
}

/**
 * Turns the second factor on with a code of the app, and returns its recovery codes.
 *
 * @throws AppError `validation_error`, also for a wrong code; `rate_limited` with `retryAfter`
 */
export async function confirmSecondFactor(context: Context, input: unknown): Promise<string[]> {
  const { code } = valid(Code, input);
  const { accountId, personId = 0n } = callerOf(context);
  const owner = { accountId, personId };
  const codes = newRecoveryCodes();
  await countGuess(visitOf(context), recognizedCodeGuesses('session', callerOf(context).sessionId), () =>
    inAuditedTransaction(
      context,
      async (inside) => {
        const { db: tx } = inside;
        const factor = await lockFactor(tx, owner);
        if (!factor || /* guard: unconfirmed-to-confirm */ factor.isConfirmed) {
          throw fault('no_second_factor', 'There is no second factor to confirm. Set one up first', 'code');
        }
        const step = stepOf(context, owner, factor, code);
        // guard: confirming-code
        if (step === undefined) throw wrongCode();
        await tx.$executeRaw`
          UPDATE second_factors
          SET confirmed_at = now(), last_step = ${step}, recovery_codes = ${codes.map(hashOfRecoveryCode)}
          WHERE account_id = ${accountId} AND person_id = ${personId}`;
      },
      { action: 'second_factor.confirmed' },
    ),
  );
  return codes;
}

/**
 * Replaces the recovery codes of the person who is signed in. Needs a code of the app, because one recovery
 * code must not become ten.
 *
 * @throws AppError `validation_error`, also for a wrong code; `rate_limited` with `retryAfter`
 */
export async function renewRecoveryCodes(context: Context, input: unknown): Promise<string[]> {
  const { code } = valid(Code, input);
  const { accountId, personId = 0n } = callerOf(context);
  const owner = { accountId, personId };
  const codes = newRecoveryCodes();
  await countGuess(visitOf(context), recognizedCodeGuesses('session', callerOf(context).sessionId), () =>
    inAuditedTransaction(
      context,
      async (inside) => {
        const { db: tx } = inside;
        // guard: recovery-codes-code
        if ((await spendCode(tx, context, owner, code)) !== 'app') throw wrongCode();
        await tx.$executeRaw`
          UPDATE second_factors SET recovery_codes = ${codes.map(hashOfRecoveryCode)}
          WHERE account_id = ${accountId} AND person_id = ${personId}`;
      },
      { action: 'second_factor.codes_renewed' },
    ),
  );
  return codes;
}

import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { Tx } from '../../../database/connect.ts';
import type { Context } from '../../core/context.ts';
import { type AppError, errorAt } from '../../core/errors.ts';
import { secondFactorSecret } from '../../core/secret/secret-box.ts';
import { subjectOf } from '../session/count-guess.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';

const MAX_CODE = 40;
const DIGITS = /^\d{6}$/;

/** Validates a code that is compared with the factor. Spaces do not matter. */
export const triedCode = z
  .string('must be a string')
  .max(MAX_CODE, `must have at most ${MAX_CODE} characters`)
  .transform((code) => code.replaceAll(/\s/g, ''));

/** The person that a second factor belongs to. */
export interface FactorOwner {
  accountId: bigint;
  personId: bigint;
}

interface StoredFactor {
  secret: string;
  isConfirmed: boolean;
  lastStep: bigint;
}

/** Locks and returns the second factor of a person. A caller that also locks the person does that first. */
export async function lockFactor(
  tx: Tx,
  { accountId, personId }: FactorOwner,
): Promise<StoredFactor | undefined> {
  const [factor] = await tx.$queryRaw<StoredFactor[]>`
    SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed", last_step AS "lastStep" FROM second_factors
    WHERE account_id = ${accountId} AND person_id = ${personId} FOR NO KEY UPDATE`;
  return factor;
}

/**
 * Returns the time step of a code of the app, or undefined if the code is wrong or no newer than the last one
 * used. Clocks may differ by one step.
 */
export function stepOf(
  context: Context,
  owner: FactorOwner,
  { secret, lastStep }: StoredFactor,
  code: string,
): number | undefined {
  if (!DIGITS.test(code)) return undefined;
  const { accountId, personId } = owner;
  const opened = context.settings.secrets.open(secret, secondFactorSecret(accountId, personId));
  const totp = new TOTP({ secret: Secret.fromBase32(opened) });
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > Number(lastStep) ? step : undefined;
}

/** The outcome of a code: `none` without a confirmed second factor. */
type Spent = 'app' | 'recovery' | 'wrong' | 'none';

/** Uses up a code of the app or a recovery code, in the transaction of the action that it allows. */
export async function spendCode(tx: Tx, context: Context, owner: FactorOwner, code: string): Promise<Spent> {
  const factor = await lockFactor(tx, owner);
  if (!factor?.isConfirmed) return 'none';
  const { accountId, personId } = owner;
  const step = stepOf(context, owner, factor, code);
  if (step !== undefined) {
    await tx.$executeRaw`
      UPDATE second_factors SET last_step = ${step} WHERE account_id = ${accountId} AND person_id = ${personId}`;
    return 'app';
  }
  const hash = hashOfRecoveryCode(code);
  const removed = await tx.$executeRaw`
    UPDATE second_factors SET recovery_codes = array_remove(recovery_codes, ${hash})
    WHERE account_id = ${accountId} AND person_id = ${personId} AND ${hash} = ANY(recovery_codes)`;
  return removed === 0 ? 'wrong' : 'recovery';
}

/** Returns the rate-limit window for wrong codes of a person from unrecognized browsers. */
export function codeGuessesOf({ accountId, personId }: FactorOwner) {
  return { code: subjectOf('code', String(accountId), String(personId)) };
}

/**
 * Returns the rate-limit window of a recognized browser or a session, so that guesses of strangers do not
 * lock it out.
 */
export function knownCodeGuesses(place: 'device' | 'session', id: bigint | undefined) {
  return { knownCode: subjectOf('code', place, String(id)) };
}

/** Returns the error for a wrong code within a session. */
export function wrongCode(): AppError {
  return errorAt('code', 'wrong_code', 'is incorrect, or was already used');
}

import { z } from 'zod';
import type { Db } from '../../../database/connect.ts';
import { triedPassword } from '../account/password.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { callerOf, type Context, visitOf } from '../../core/context.ts';
import { type AppError, errorAt, fault } from '../../core/errors.ts';
import { lockOwners } from '../person/lock-owners.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { emailKey } from '../../core/noun/rules.ts';
import { countGuess } from '../session/count-guess.ts';
import { valid } from '../../core/noun/valid.ts';
import { requirePassword } from './require-password.ts';
import { recognizedCodeGuesses, spendCode, triedCode, wrongCode } from './spend-code.ts';

const StopSecondFactor = z.strictObject({ password: triedPassword, code: triedCode });
const StopOf = z.strictObject({ password: triedPassword });

/**
 * Turns off the second factor of the person who is signed in, with a code of the app or a recovery code.
 * Returns the id of the person.
 *
 * @throws AppError `validation_error`, also for a wrong password or code; `rate_limited` with `retryAfter`
 */
export async function stopSecondFactor(context: Context, input: unknown): Promise<bigint> {
  const { password, code } = valid(StopSecondFactor, input);
  const { accountId, personId } = await requirePassword(context, password);
  const owner = { accountId, personId };
  await countGuess(visitOf(context), recognizedCodeGuesses('session', callerOf(context).sessionId), () =>
    inAuditedTransaction(
      context,
      async (inside) => {
        const { db: tx } = inside;
        const spent = await spendCode(tx, context, owner, code);
        if (spent === 'none') throw noFactor('code');
        // guard: stopping-code
        if (spent === 'wrong') throw wrongCode();
        await tx.secondFactor.deleteMany({ where: owner });
      },
      { action: 'second_factor.stopped' },
    ),
  );
  return personId;
}

/**
 * Turns off the second factor of another person of the account, for an owner with their own password. Returns
 * the id of the person.
 *
 * @throws AppError `not_found`, `insufficient_scope` if the caller is no longer an owner, `validation_error`,
 * also for a wrong password; `rate_limited` with `retryAfter`
 */
export async function stopSecondFactorOf(context: Context, id: string, input: unknown): Promise<bigint> {
  const record = recordIdOf(id);
  const { password } = valid(StopOf, input);
  const { accountId, personId } = await requirePassword(context, password);
  // guard: stopping-own-factor
  if (record === personId) {
    throw errorAt('id', 'own_person', 'must be another person. Turn off your own with a code');
  }
  await inAuditedTransaction(
    context,
    async (inside) => {
      const { db: tx } = inside;
      // guard: stopping-owner
      await lockOwners(tx, context, record);
      const { count } = await tx.secondFactor.deleteMany({ where: { accountId, personId: record } });
      if (count === 0) throw noFactor('id');
    },
    { action: 'second_factor.stopped', details: { person: id } },
  );
  return record;
}

/**
 * Turns off the second factor of a person who is locked out, for the operator.
 *
 * @throws AppError `not_found`, `validation_error` without a second factor
 */
export async function switchOffSecondFactor(
  db: Db,
  email: string,
): Promise<{ accountId: bigint; id: bigint; email: string }> {
  const person = await db.person.findUnique({
    where: { email: emailKey(email) },
    select: { accountId: true, id: true, email: true },
  });
  if (!person) throw fault('unknown_account', `No person with the e-mail ${email}`);
  const { accountId, id: personId } = person;
  const { count } = await db.secondFactor.deleteMany({ where: { accountId, personId } });
  if (count === 0) throw noFactor('email');
  return person;
}

function noFactor(field: string): AppError {
  return fault('no_second_factor', 'This person has no second factor', field);
}

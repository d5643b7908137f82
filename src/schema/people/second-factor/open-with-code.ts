import { actorOf } from '../../core/audit/by-whom.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { type AuditDetails, writeRefusalLater } from '../../core/audit/write-entry.ts';
import { type Context, visitOf } from '../../core/context.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { countGuess } from '../session/count-guess.ts';
import { type PersonCredentials, type OpenedSession, openSession } from '../session/open-session.ts';
import { codeGuessesOf, recognizedCodeGuesses, lockFactor, spendCode } from './spend-code.ts';

/**
 * Opens a session for a person whose password was right, with a code if they have a second factor. The code
 * is used up in the same transaction, so it opens only one session. Returns undefined if the password has
 * changed since.
 *
 * @param logged the details of the sign-in for the program's log
 * @throws AppError `unauthorized` with the field `code` without a right code; `rate_limited` with
 * `retryAfter`
 */
export async function openWithCode(
  context: Context,
  known: PersonCredentials & { knownDeviceId: bigint | null },
  code: string | undefined,
  logged: AuditDetails,
): Promise<OpenedSession | undefined> {
  const { accountId, id: personId, knownDeviceId } = known;
  const owner = { accountId, personId };
  const open = () =>
    inOneTransaction(context, async (inside) => {
      // The session locks the person, so that concurrent requests with one code run one after another.
      const opened = await openSession(inside.db, visitOf(context), known);
      if (!opened) return undefined;
      const isRecovery = await requireCode(inside, owner, code);
      const entry = { accountId, actor: actorOf({ ...context, caller: opened.caller }) };
      await leaveEntry(inside, { ...entry, action: 'session.opened', logged });
      if (isRecovery) await leaveEntry(inside, { ...entry, action: 'second_factor.recovery_code_used' });
      return opened;
    });
  // A sign-in without a code yet is no guess.
  const guesses =
    knownDeviceId === null
      ? codeGuessesOf(owner)
      : /* guard: device-code-guesses */ recognizedCodeGuesses('device', knownDeviceId);
  return code ? /* guard: code-guesses */ countGuess(visitOf(context), guesses, open) : open();
}

/** Returns whether the code was a recovery code. */
async function requireCode(
  context: Context,
  owner: { accountId: bigint; personId: bigint },
  code: string | undefined,
): Promise<boolean> {
  if (!code) {
    // guard: second-factor
    if ((await lockFactor(context.db, owner))?.isConfirmed) throw codeNeeded();
    return false;
  }
  const spent = await spendCode(context.db, context, owner, code);
  // guard: wrong-second-code
  if (spent === 'wrong') {
    const { accountId, personId } = owner;
    const actor = actorOf({ ...context, caller: null });
    const details = { person: String(personId) };
    await writeRefusalLater(context, { accountId, action: 'second_factor.refused', actor, details });
    throw fault('wrong_second_factor', 'The code is incorrect, or was already used', 'code');
  }
  return spent === 'recovery';
}

function codeNeeded(): AppError {
  return fault('second_factor_needed', 'The code of your second factor is needed', 'code');
}

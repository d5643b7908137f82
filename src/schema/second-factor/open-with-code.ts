import { inTransaction, type Tx } from '../../database/connect.ts';
import { actorOf } from '../audit/actor.ts';
import { writeAfterwards, writeLater } from '../audit/write-entry.ts';
import { type Context, visitOf } from '../context.ts';
import { type AppError, fault } from '../errors.ts';
import { countGuess } from '../session/count-guess.ts';
import { type PersonCredentials, type OpenedSession, openSession } from '../session/open-session.ts';
import { codeGuessesOf, knownCodeGuesses, lockFactor, spendCode } from './spend-code.ts';

/**
 * Opens a session for a person whose password was right, and who gave a code if they have a second factor. The code is
 * used up in the transaction that opens the session, so that it opens one. Returns undefined when the password has
 * changed since.
 *
 * @throws AppError `unauthorized` with the field `code` without a right code; `rate_limited` with `retryAfter`
 */
export async function openWithCode(
  context: Context,
  known: PersonCredentials & { knownDeviceId: bigint | null },
  code: string | undefined,
): Promise<OpenedSession | undefined> {
  const { accountId, id: personId, knownDeviceId } = known;
  const owner = { accountId, personId };
  let isRecovery = false;
  const open = () =>
    inTransaction(context.db, async (tx) => {
      // It locks the person, so that concurrent requests with one code come one after another.
      const opened = await openSession(tx, visitOf(context), known);
      if (opened) isRecovery = await requireCode(tx, context, owner, code);
      return opened;
    });
  // A sign-in without a code yet is no guess.
  const guesses = knownDeviceId === null ? codeGuessesOf(owner) : knownCodeGuesses('device', knownDeviceId);
  const opened = code ? await countGuess(visitOf(context), guesses, open) : await open();
  if (opened && isRecovery) {
    const actor = actorOf({ ...context, caller: opened.caller });
    await writeAfterwards(context, { accountId, action: 'second_factor.recovery_code_used', actor });
  }
  return opened;
}

/** Returns whether the code was a recovery code. */
async function requireCode(
  tx: Tx,
  context: Context,
  owner: { accountId: bigint; personId: bigint },
  code: string | undefined,
): Promise<boolean> {
  if (!code) {
    if ((await lockFactor(tx, owner))?.isConfirmed) throw codeNeeded();
    return false;
  }
  const spent = await spendCode(tx, context, owner, code);
  if (spent === 'wrong') {
    const { accountId, personId } = owner;
    const actor = actorOf({ ...context, caller: null });
    const details = { person: String(personId) };
    await writeLater(context, { accountId, action: 'second_factor.refused', actor, details });
    throw fault('wrong_second_factor', 'The code is incorrect, or was already used', 'code');
  }
  return spent === 'recovery';
}

function codeNeeded(): AppError {
  return fault('second_factor_needed', 'The code of your second factor is needed', 'code');
}
